internal import CPeriluneRegex
internal import PeriluneCore

/// Checks patterns of the module `regex` in Swift code.
package enum RegexPattern {
    /// The error of a pattern that is passed to a function of `regex`; `nil` if the pattern is valid.
    package static func problem(
        of pattern: String, function: String
    ) -> (message: String, hint: String?)? {
        guard
            BuiltInModules.regex.functions.contains(where: {
                $0.name == function && $0.parameters.count > 1
            })
        else { return nil }
        var problem = cpr_problem()
        var pattern = pattern
        let compiled = pattern.withUTF8 { pattern in
            pattern.withMemoryRebound(to: CChar.self) {
                cpr_new($0.baseAddress, $0.count, function == "grok", &problem)
            }
        }
        guard compiled == nil else {
            cpr_free(compiled)
            return nil
        }
        // If RE2 is not installed, the pattern cannot be checked.
        guard String(cString: problem.code) != "regex.library" else { return nil }
        let message = withUnsafeBytes(of: problem.message) { text($0) }
        let hint = withUnsafeBytes(of: problem.hint) { text($0) }
        return (message, hint.isEmpty ? nil : hint)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
