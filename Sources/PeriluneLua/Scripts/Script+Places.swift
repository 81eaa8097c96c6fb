internal import LuaSyntax
package import PeriluneCore

extension Script {
    /// The same error with the place of a field of the table that the script returns, if the file shows it.
    ///
    /// Errors of the bridge and of conditions know no line. The file is only parsed for an error.
    package func locating(_ error: PeriluneError) -> PeriluneError { locating(error, at: nil) }

    /// The same, where the way to what is wrong is known.
    func locating(_ error: PeriluneError, at steps: [TableStep]?) -> PeriluneError {
        guard error.place.line == nil, let places = try? TablePlaces(source) else { return error }
        let field = Self.field(of: error)
        // The configuration replaces this one.
        if field == "url", url != nil { return error }
        let isMixed = error.message.contains("with both string keys and list elements")
        guard
            let position = isMixed
                ? places.mixed
                : places.knownPosition(of: steps ?? [.name(field)])
        else { return error }
        var error = error
        let text = MaskedLines(script: source).text(ofLine: position.line)
        var column = position.column
        if let pattern = error.place.sourceLine {
            // The column is one of a pattern, which the line has if nothing in it is escaped.
            guard let start = text?.offset(of: pattern), let inside = error.place.column else {
                return error
            }
            column = start + inside
        }
        error.place.line = position.line
        error.place.column = column
        error.place.sourceLine = text
        error.place.isMasked = true
        return error
    }

    /// The field of the table that an error is about: conditions have codes of their own, other messages begin with it.
    private static func field(of error: PeriluneError) -> String {
        let kind = "interest."
        let code = error.code.rawValue
        let message = error.message.utf8
        switch code {
        case "interest.unknown":
            let quoted = message.drop { $0 != UInt8(ascii: "'") }.dropFirst()
            return String(decoding: quoted.prefix { $0 != UInt8(ascii: "'") }, as: UTF8.self)
        case _ where code.hasPrefix(kind): return String(code.dropFirst(kind.count))
        default:
            return String(decoding: message.prefix { !" :,".utf8.contains($0) }, as: UTF8.self)
        }
    }
}

extension String {
    /// Where a text begins, in bytes.
    fileprivate func offset(of text: String) -> Int? {
        let bytes = Array(utf8), wanted = Array(text.utf8)
        guard !wanted.isEmpty, wanted.count <= bytes.count else { return nil }
        return (0...bytes.count - wanted.count).first { bytes[$0...].starts(with: wanted) }
    }
}
