/// Where the parts of a URL stand in its bytes.
///
/// Any text splits; nothing is rejected, decoded or copied. Foundation's parser is of no use
/// here: it refuses or rewrites links with an empty authority or raw `|`, `^` and braces.
package struct SplitURL {
    /// The scheme without its colon.
    package var scheme: Range<Int>?
    /// The host without user, port and brackets; `nil` where there is none or it is empty.
    package var host: Range<Int>?
    /// Everything between authority and query.
    package var path: Range<Int>
    /// What follows the first `?`, up to the fragment.
    package var query: Range<Int>?

    package init(_ url: Span<UInt8>) {
        var end = url.count
        var queryStart: Int?
        for index in 0..<url.count {
            let byte = url[index]
            if byte == UInt8(ascii: "#") {
                end = index
                break
            }
            if byte == UInt8(ascii: "?"), queryStart == nil { queryStart = index }
        }
        let front = queryStart ?? end
        if let queryStart { query = (queryStart + 1)..<end }

        var position = 0
        if let colon = Self.endOfScheme(url, front) {
            scheme = 0..<colon
            position = colon + 1
        }
        if position + 1 < front, url[position] == UInt8(ascii: "/"),
            url[position + 1] == UInt8(ascii: "/")
        {
            position += 2
            let start = position
            while position < front, url[position] != UInt8(ascii: "/") { position += 1 }
            host = Self.host(url, start..<position)
        }
        path = position..<front
    }

    private static func endOfScheme(_ url: Span<UInt8>, _ end: Int) -> Int? {
        guard end > 0, url[0].isASCIILetter else { return nil }
        for index in 1..<end {
            let byte = url[index]
            if byte == UInt8(ascii: ":") { return index }
            guard byte.isSchemeByte else { return nil }
        }
        return nil
    }

    private static func host(_ url: Span<UInt8>, _ authority: Range<Int>) -> Range<Int>? {
        var start = authority.lowerBound
        for index in authority where url[index] == UInt8(ascii: "@") { start = index + 1 }
        var end = authority.upperBound
        if start < end, url[start] == UInt8(ascii: "[") {
            start += 1
            end = (start..<end).first { url[$0] == UInt8(ascii: "]") } ?? end
        } else {
            end = (start..<end).first { url[$0] == UInt8(ascii: ":") } ?? end
        }
        return start < end ? start..<end : nil
    }
}
