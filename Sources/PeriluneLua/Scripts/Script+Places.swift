internal import LuaSyntax
package import PeriluneCore

extension Script {
    /// Adds the place of a field of the returned table to an error, if it can be found in the file.
    ///
    /// Errors of the bridge and of conditions have no line. The file is parsed only for this.
    package func locating(_ error: PeriluneError) -> PeriluneError { locating(error, at: nil) }

    /// The place of a field of the returned table as text, `name:line:column`; the name alone if it is not in the file.
    package func place(ofField name: String) -> String {
        guard let position = try? TablePlaces(source).knownPosition(of: [.name(name)]) else {
            return self.name
        }
        return "\(self.name):\(position.line):\(position.column)"
    }

    /// Adds the place at the given path in the returned table to an error.
    func locating(_ error: PeriluneError, at steps: [TableStep]?) -> PeriluneError {
        guard error.place.line == nil, let places = try? TablePlaces(source) else { return error }
        let field = Self.field(of: error)
        // The configuration overrides this field.
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
            // The column is relative to the pattern, which the line contains literally unless it has escapes.
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

    /// The field that an error is about: conditions have their own codes, other messages begin with the name of the
    /// field.
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
    /// The offset of a text in bytes; `nil` if it does not occur.
    fileprivate func offset(of text: String) -> Int? {
        let bytes = Array(utf8), wanted = Array(text.utf8)
        guard !wanted.isEmpty, wanted.count <= bytes.count else { return nil }
        return (0...bytes.count - wanted.count).first { bytes[$0...].starts(with: wanted) }
    }
}
