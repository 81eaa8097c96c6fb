package import PeriluneCore

/// Reads constants that commas separate, such as the parts of a `$skiptoken`.
package struct ODataListReader {
    private var parser: ODataParser
    private var isFirst = true

    package init(_ text: String) throws(PeriluneError) { parser = try ODataParser(text, .v2) }

    /// Whether there is nothing more.
    package var isAtEnd: Bool { parser.token.kind == .end }

    /// The next constant.
    package mutating func next() throws(PeriluneError) -> ODataLiteral {
        if !isFirst { try parser.expect(",") }
        isFirst = false
        return try parser.literal()
    }
}
