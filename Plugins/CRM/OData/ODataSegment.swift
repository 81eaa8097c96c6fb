package import PeriluneCore

/// A part of a path between slashes: `accounts(0a1b...)`, `$ref`, `WhoAmI()`.
package struct ODataSegment: Hashable, Sendable {
    /// The name before the parentheses.
    package var name: String
    /// The key in parentheses; `nil` if there are none.
    package var key: Key?

    package init(_ name: String, _ key: Key? = nil) {
        self.name = name
        self.key = key
    }

    /// The content of the parentheses.
    package enum Key: Hashable, Sendable {
        case empty
        /// The identity.
        case value(ODataLiteral)
        /// An alternate key, or the arguments of a function.
        case named([Pair])
    }

    /// A name and its value: an attribute of an alternate key, or an argument of a function.
    package struct Pair: Hashable, Sendable {
        package var name: String
        package var value: ODataLiteral
    }

    /// The identity, if the parentheses contain one.
    package var id: GUID? {
        switch key {
        case .value(.guid(let id)): id
        case .value(.string(let text)): GUID(text)
        default: nil
        }
    }

    /// The arguments by name; empty if there are none.
    package var arguments: [Pair] {
        if case .named(let pairs) = key { pairs } else { [] }
    }

    /// Parses a decoded segment.
    package init(
        _ text: String, _ version: ODataVersion, aliases: [String: String] = [:]
    ) throws(PeriluneError) {
        var parser = try ODataParser(text, version, aliases: aliases)
        self = try parser.segment()
        try parser.end()
    }

    /// The segments of a path, decoded; a slash within a text or in percent-encoding does not cut.
    package static func segments(
        of path: some StringProtocol, _ version: ODataVersion, aliases: [String: String] = [:],
        decode: (Substring) -> String?
    ) throws(PeriluneError) -> [ODataSegment] {
        var segments: [ODataSegment] = []
        for piece in cut(Substring(path)) where !piece.isEmpty {
            guard segments.count < 16, let text = decode(piece) else {
                throw PeriluneError("crm.odata", "the path is too long or badly encoded")
            }
            segments.append(try ODataSegment(text, version, aliases: aliases))
        }
        return segments
    }

    private static func cut(_ path: Substring) -> [Substring] {
        var quoted = false
        return path.split { character in
            if character == "'" { quoted.toggle() }
            return character == "/" && !quoted
        }
    }
}

extension ODataParser {
    fileprivate mutating func segment() throws(PeriluneError) -> ODataSegment {
        let name = try name()
        guard try consume(if: "(") else { return ODataSegment(name) }
        if try consume(if: ")") { return ODataSegment(name, .empty) }
        if case .name(let first) = token.kind, !first.hasPrefix("@") {
            var pairs: [ODataSegment.Pair] = []
            repeat {
                let key = try self.name()
                try expect("=")
                pairs.append(.init(name: key, value: try literal()))
            } while try consume(if: ",")
            try expect(")")
            return ODataSegment(name, .named(pairs))
        }
        let value = try literal()
        try expect(")")
        return ODataSegment(name, .value(value))
    }
}
