public import PeriluneCore

/// Takes secrets out of what is printed, logged or recorded.
///
/// Works on any text, also on half a link: it looks for `name=value` and for `user:password@`
/// wherever they stand, in the query, behind `#`, or inside a link that is a parameter of another
/// link (`url=https%3A%2F%2Fh%2F%3Fpwd%3Dx`). All other bytes stay as they are.
public enum Redaction {
    /// What stands in the place of a secret.
    public static let mask = "***"

    /// The text with its secrets replaced.
    ///
    /// - Parameters:
    ///   - url: A link or any other text.
    ///   - promptAnswers: Whether answers to prompts are secrets too.
    /// - Returns: The text with `mask` in the place of each secret, else byte for byte as it was.
    public static func redact(_ url: String, promptAnswers: Bool = false) -> String {
        let bytes = url.utf8.span
        guard SecretFinder.isWorthwhile(bytes) else { return url }
        let secrets = SecretFinder.find(in: bytes, promptAnswers: promptAnswers)
        guard !secrets.isEmpty else { return url }
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

    /// The value with the secrets of all its texts replaced, and of members with secret names.
    public static func redact(_ value: Value, promptAnswers: Bool = false) -> Value {
        switch value {
        case .string(let text): return .string(redact(text, promptAnswers: promptAnswers))
        case .array(let elements):
            return .array(elements.map { redact($0, promptAnswers: promptAnswers) })
        case .object(var members):
            for pair in members.pairs {
                members[pair.name] =
                    isSecret(pair.name, promptAnswers: promptAnswers) && pair.value != .null
                    ? .string(mask) : redact(pair.value, promptAnswers: promptAnswers)
            }
            return .object(members)
        case .null, .bool, .integer, .number: return value
        }
    }

    /// Whether a parameter of this name holds a secret.
    public static func isSecret(_ name: String, promptAnswers: Bool = false) -> Bool {
        SecretNames.contains(name, promptAnswers: promptAnswers)
    }
}
