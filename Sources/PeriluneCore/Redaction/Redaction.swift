/// Masks secrets in text that is printed, logged or recorded.
///
/// Any text is accepted, also a part of a link. It finds `name=value` and `user:password@` anywhere: in the query,
/// after `#`, or inside a link that is a parameter of another link (`url=https%3A%2F%2Fh%2F%3Fpwd%3Dx`); members of
/// JSON such as `"password":"x"`; and headers (`Authorization: Bearer x`). All other bytes are unchanged.
public enum Redaction {
    /// The text that replaces a secret.
    public static let mask = "***"

    /// The text with its secrets replaced.
    ///
    /// - Parameter text: A link or any other text.
    /// - Returns: The text with `mask` in the place of each secret, else byte for byte as it was.
    public static func redact(_ text: String) -> String { redact(text, isQuoted: false) }

    /// Masks secrets in text that contains quoted strings, such as Lua or JSON: a secret ends with its string.
    ///
    /// In other text, a secret extends from `=` up to the next parameter.
    package static func redact(quoted text: String) -> String { redact(text, isQuoted: true) }

    /// The ranges of the secrets in a text, such as the content of a string: a secret ends with the text at the latest.
    package static func secrets(in text: ArraySlice<UInt8>) -> [Range<Int>] {
        let start = text.startIndex
        return SecretFinder.find(in: text.span, isQuoted: false).map {
            $0.lowerBound + start..<$0.upperBound + start
        }
    }

    private static func redact(_ text: String, isQuoted: Bool) -> String {
        redacted(text, isQuoted: isQuoted) ?? text
    }

    /// The text with its secrets masked; `nil` if it has none.
    private static func redacted(_ text: String, isQuoted: Bool) -> String? {
        let bytes = text.utf8.span
        guard SecretFinder.isWorthwhile(bytes) else { return nil }
        let secrets = SecretFinder.find(in: bytes, isQuoted: isQuoted)
        guard !secrets.isEmpty else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        for secret in secrets {
            while index < secret.lowerBound {
                output.append(bytes[index])
                index += 1
            }
            output += mask.utf8
            index = secret.upperBound
        }
        while index < bytes.count {
            output.append(bytes[index])
            index += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The value with secrets in its strings masked, and the values of members with secret names.
    public static func redact(_ value: Value) -> Value { redacted(value) ?? value }

    /// The members with secrets in their strings masked, and the values of members with secret names.
    public static func redact(_ members: Value.Members) -> Value.Members {
        redacted(members) ?? members
    }

    /// The value with its secrets masked; `nil` if it has none, which is usual and avoids a copy.
    private static func redacted(_ value: Value) -> Value? {
        switch value {
        case .string(let text): return redacted(text, isQuoted: false).map { .string($0) }
        case .array(let elements):
            var changed: [Value]?
            for (position, element) in elements.enumerated() {
                let isSecret =
                    position > 0
                    && isArgument(element.string, of: elements[position - 1].string)
                let masked = isSecret ? .string(mask) : redacted(element)
                guard let masked else { continue }
                if changed == nil { changed = elements }
                changed?[position] = masked
            }
            return changed.map { .array($0) }
        case .object(let members): return redacted(members).map { .object($0) }
        case .null, .bool, .integer, .number: return nil
        }
    }

    private static func redacted(_ members: Value.Members) -> Value.Members? {
        var changed: Value.Members?
        let isPair = isPair(members)
        for pair in members.pairs where pair.value != .null {
            let value =
                isSecret(pair.name) || isPair && pair.name == "value"
                ? .string(mask) : redacted(pair.value)
            guard let value else { continue }
            if changed == nil { changed = members }
            changed?[pair.name] = value
        }
        return changed
    }

    /// Whether an element of a command line is the secret of the option before it: `["--password", "x"]`.
    package static func isArgument(_ text: String?, of option: String?) -> Bool {
        guard let option, option.utf8.first == UInt8(ascii: "-"), let text,
            text.utf8.first != UInt8(ascii: "-")
        else { return false }
        return isSecret(option) && !option.contains { $0 == "=" || $0 == " " }
    }

    /// Whether a secret is the value of a pair: `{"name": "DB_PASSWORD", "value": "x"}`.
    private static func isPair(_ members: Value.Members) -> Bool {
        guard members["value"] != nil else { return false }
        return isPair(name: members["name"]?.string, key: members["key"]?.string)
    }

    /// Whether the member `value` of an object is secret that has these members.
    package static func isPair(name: String?, key: String?) -> Bool {
        [name, key].contains { $0.map { isSecret($0) } ?? false }
    }

    /// Whether a member or a header of this name holds a secret.
    public static func isSecret(_ name: String) -> Bool {
        SecretNames.mayContain(name.utf8.span) && SecretNames.contains(SecretName(name))
    }

    /// Whether a path such as `data.password[1]` or `data["api key"].value` leads to a secret, or into one.
    package static func leadsToSecret(_ path: String) -> Bool {
        path.split { ".[]\"".contains($0) }.contains { isSecret(String($0)) }
    }

    /// Whether a parameter of a link with this name holds a secret.
    ///
    /// These are the names of ``isSecret(_:)``, and `code`, `key`, `sid`, `ticket` and `pin`, which are ordinary
    /// names elsewhere.
    public static func isSecretParameter(_ name: String) -> Bool {
        isSecretParameter(name.utf8.span)
    }

    /// Whether a parameter of a link holds a secret, for a name in UTF-8.
    package static func isSecretParameter(_ name: Span<UInt8>) -> Bool {
        SecretNames.mayContain(name) && SecretNames.containsParameter(SecretName(name))
    }

    /// Whether a text has a character or a word that every text with a secret has.
    package static func mayHoldSecret(_ text: Span<UInt8>) -> Bool {
        SecretFinder.isWorthwhile(text)
    }

    /// Whether a text can be written as it stands, as most ids: it has only letters, digits and signs such as `-` and
    /// `/`, with nothing that is escaped in JSON or in a link, and none of the signs of a secret.
    ///
    /// False for some texts that need no change either.
    package static func isPlain(_ text: Span<UInt8>) -> Bool { SecretFinder.isPlain(text) }

    /// Whether the user has added secret names.
    package static var hasAddedNames: Bool { SecretNames.hasAddedNames }

    /// Adds names whose values are secret, for the whole process.
    ///
    /// - Parameter names: Names of parameters, members and headers. Case and punctuation are ignored.
    public static func addNames(_ names: [String]) { SecretNames.add(names) }
}
