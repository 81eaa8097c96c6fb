import PeriluneCore

/// The endpoints for tokens that a 401 response names.
struct OAuthChallenge: Hashable {
    /// The sign-in page: `https://login.…/<tenant>/oauth2/authorize`.
    var authorizationURI: String
    /// The resource of the token, if the challenge names it.
    var resource: String?

    /// Finds the challenge of the scheme Bearer among all `WWW-Authenticate` fields.
    ///
    /// Values come quoted or not, other schemes stand before or behind, names come in any case, and
    /// further pairs follow.
    init?(_ fields: [String]) {
        for field in fields {
            var pairs: [String: String] = [:]
            var isBearer = false
            for part in Self.parts(of: field) {
                var part = part
                if let scheme = Self.scheme(of: part) {
                    if isBearer, !pairs.isEmpty { break }
                    isBearer = Self.lower(scheme) == "bearer"
                    part = part.dropFirst(scheme.utf8.count).drop { $0 == " " || $0 == "\t" }
                }
                guard isBearer, let equals = part.firstIndex(of: "=") else { continue }
                let name = Self.lower(Self.trimmed(part[..<equals]))
                pairs[name] = pairs[name] ?? Self.unquoted(part[part.index(after: equals)...])
            }
            let uri = pairs["authorization_uri"] ?? pairs["authorization"]
            guard let uri, !uri.isEmpty else { continue }
            authorizationURI = uri
            resource = pairs["resource_id"] ?? pairs["resource"]
            return
        }
        return nil
    }

    /// Splits at commas outside of quotes.
    private static func parts(of field: String) -> [Substring] {
        var parts: [Substring] = []
        var start = field.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in field.indices {
            let character = field[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                parts.append(trimmed(field[start..<index]))
                start = field.index(after: index)
            }
        }
        parts.append(trimmed(field[start...]))
        return parts
    }

    /// The word before a pair, or the only word: a scheme is not followed by `=`.
    private static func scheme(of part: Substring) -> Substring? {
        let word = part.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
        let rest = part.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
        return word.isEmpty || rest.first == "=" ? nil : word
    }

    private static func unquoted(_ text: Substring) -> String {
        let text = trimmed(text)
        guard text.first == "\"", text.last == "\"", text.count >= 2 else { return String(text) }
        var plain = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }

    private static func lower(_ text: some StringProtocol) -> String { text.lowercased() }
}
