import PeriluneCore

extension WebURLParser {
    /// Parses `user:password@host:port`, then the path.
    mutating func parseAuthority() throws(LinkProblem) {
        var end = position
        var at: Int?
        while end < text.count, !isSlash(text[end]), text[end] != UInt8(ascii: "?"),
            text[end] != UInt8(ascii: "#")
        {
            if text[end] == UInt8(ascii: "@") { at = end }
            end += 1
        }
        if let at {
            parseUserInfo(position..<at)
            position = at + 1
            if position == end { throw .hostMissing }
        }
        try parseHostAndPort(position..<end)
        position = end
        parsePathStart()
    }

    private mutating func parseUserInfo(_ range: Range<Int>) {
        let info = text[range]
        let colon = info.firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
        url.username = encoded(info[..<colon])
        if colon < range.upperBound { url.password = encoded(info[(colon + 1)...]) }
    }

    private func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.append(contentsOf: bytes, encoding: .userInfo)
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func parseHostAndPort(_ range: Range<Int>) throws(LinkProblem) {
        var end = range.lowerBound
        var isInBrackets = false
        while end < range.upperBound, isInBrackets || text[end] != UInt8(ascii: ":") {
            if text[end] == UInt8(ascii: "[") { isInBrackets = true }
            if text[end] == UInt8(ascii: "]") { isInBrackets = false }
            end += 1
        }
        let hasPort = end < range.upperBound
        let host = text[range.lowerBound..<end]
        if host.isEmpty {
            guard special == nil, !hasPort else { throw .hostMissing }
            url.host = ""
            return
        }
        url.host = String(
            decoding: try URLHost.parse(host, isOpaque: special == nil), as: UTF8.self)
        if hasPort { try parsePort(text[(end + 1)..<range.upperBound]) }
    }

    private mutating func parsePort(_ digits: ArraySlice<UInt8>) throws(LinkProblem) {
        var port: UInt32 = 0
        for digit in digits {
            guard digit.isASCIIDigit else { throw .port }
            port = port * 10 + UInt32(digit - 0x30)
            guard port <= UInt32(UInt16.max) else { throw .port }
        }
        guard !digits.isEmpty else { return }
        let number = UInt16(port)
        url.port = number == special?.defaultPort && !keepsDefaultPort ? nil : number
    }

    /// The part of a `file` URL after the scheme.
    mutating func parseFile() throws(LinkProblem) {
        url.host = ""
        let base = base?.special == .file ? base : nil
        guard isSlash(peek) else {
            guard let base else { return parsePath() }
            url.host = base.host
            url.pathParts = base.pathParts
            if startsWithDriveLetter(at: position) {
                url.pathParts = .segments([])
                return parsePath()
            }
            return continueAtPath(of: base)
        }
        position += 1
        guard isSlash(peek) else {
            if let base {
                url.host = base.host
                if !startsWithDriveLetter(at: position),
                    case .segments(let segments) = base.pathParts,
                    let first = segments.first, Self.isDriveLetter(first[...], normalized: true)
                {
                    url.pathParts = .segments([first])
                }
            }
            return parsePath()
        }
        position += 1
        var end = position
        while end < text.count, !isSlash(text[end]), text[end] != UInt8(ascii: "?"),
            text[end] != UInt8(ascii: "#")
        {
            end += 1
        }
        let host = text[position..<end]
        if Self.isDriveLetter(host) { return parsePath() }
        if !host.isEmpty {
            let name = String(
                decoding: try URLHost.parse(host, isOpaque: false), as: UTF8.self)
            url.host = name == "localhost" ? "" : name
        }
        position = end
        parsePathStart()
    }

    /// Whether a text is `C:` or `C|`; only `C:` if it must be normalized.
    static func isDriveLetter(_ text: ArraySlice<UInt8>, normalized: Bool = false) -> Bool {
        guard text.count == 2, let first = text.first, let last = text.last else { return false }
        return first.isASCIILetter
            && (last == UInt8(ascii: ":") || !normalized && last == UInt8(ascii: "|"))
    }

    func startsWithDriveLetter(at start: Int) -> Bool {
        guard text.count - start >= 2, Self.isDriveLetter(text[start..<(start + 2)]) else {
            return false
        }
        guard start + 2 < text.count else { return true }
        switch text[start + 2] {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"):
            return true
        default: return false
        }
    }
}
