extension WebURLParser {
    /// Parses the path after an authority.
    mutating func parsePathStart() {
        if special != nil {
            if isSlash(peek) { position += 1 }
            return parsePath()
        }
        if peek == UInt8(ascii: "/") {
            position += 1
            return parsePath()
        }
        parseQueryAndFragment()
    }

    /// Adds segments to the existing ones; the slash before the first one was already read.
    mutating func parsePath() {
        var segments: [[UInt8]] = []
        if case .segments(let present) = url.pathParts { segments = present }
        url.pathParts = .segments([])
        while true {
            var segment: [UInt8] = []
            while let byte = peek, !isSlash(byte), byte != UInt8(ascii: "?"),
                byte != UInt8(ascii: "#")
            {
                segment.append(byte, encoding: .path)
                position += 1
            }
            let endsInSlash = isSlash(peek)
            switch Self.dots(segment) {
            case 2:
                shorten(&segments)
                if !endsInSlash { segments.append([]) }
            case 1:
                if !endsInSlash { segments.append([]) }
            default:
                if special == .file, segments.isEmpty, Self.isDriveLetter(segment[...]) {
                    segment[1] = UInt8(ascii: ":")
                }
                segments.append(segment)
            }
            guard endsInSlash else { break }
            position += 1
        }
        url.pathParts = .segments(segments)
        parseQueryAndFragment()
    }

    /// The number of dots in a segment of dots, each of which may be written as `%2e`; 0 for any other segment.
    static func dots(_ segment: [UInt8]) -> Int {
        guard segment.count <= 6 else { return 0 }
        var count = 0
        var index = 0
        while index < segment.count {
            if segment[index] == UInt8(ascii: ".") {
                index += 1
            } else if segment.count - index >= 3, segment[index] == UInt8(ascii: "%"),
                segment[index + 1] == UInt8(ascii: "2"),
                segment[index + 2].lowercased == UInt8(ascii: "e")
            {
                index += 3
            } else {
                return 0
            }
            count += 1
        }
        return count <= 2 ? count : 0
    }

    mutating func shortenPath() {
        guard case .segments(var segments) = url.pathParts else { return }
        shorten(&segments)
        url.pathParts = .segments(segments)
    }

    /// Removes the last segment, but not the drive letter of a file.
    private func shorten(_ segments: inout [[UInt8]]) {
        if special == .file, segments.count == 1,
            Self.isDriveLetter(segments[0][...], normalized: true)
        {
            return
        }
        if !segments.isEmpty { segments.removeLast() }
    }

    mutating func parseOpaquePath() {
        var path: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") {
            path.append(byte, encoding: .control)
            position += 1
        }
        // A blank at the end would be lost if the text were parsed again.
        if peek != nil, path.last == UInt8(ascii: " ") {
            path.removeLast()
            path += "%20".utf8
        }
        url.pathParts = .opaque(path)
        parseQueryAndFragment()
    }

    private mutating func parseQueryAndFragment() {
        if peek == UInt8(ascii: "?") { parseQuery() }
        if peek == UInt8(ascii: "#") { parseFragment() }
    }

    mutating func parseQuery() {
        position += 1
        let set: EncodeSet = special == nil ? .query : .specialQuery
        var query: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "#") {
            query.append(byte, encoding: set)
            position += 1
        }
        url.query = String(decoding: query, as: UTF8.self)
        if peek != nil { parseFragment() }
    }

    mutating func parseFragment() {
        guard peek == UInt8(ascii: "#") else { return }
        var fragment: [UInt8] = []
        fragment.append(contentsOf: text[(position + 1)...], encoding: .fragment)
        position = text.count
        url.fragment = String(decoding: fragment, as: UTF8.self)
    }
}
