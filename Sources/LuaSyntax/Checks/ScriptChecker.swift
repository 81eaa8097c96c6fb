/// Checks scripts without running them.
package struct ScriptChecker: Sendable {
    /// All rules, except `syntax`, which is checked by parsing.
    package static let rules: [any Rule.Type] = [
        UnknownField.self, MissingDelegate.self, MissingOnTimer.self, EventWritten.self,
        ReturnedValue.self, LateRequire.self, UnknownModule.self,
        UnknownFunction.self,
        UnknownMethod.self, UnknownOutput.self, UnknownMember.self, UnknownResultField.self,
        UnknownCapture.self, InvalidRegex.self,
        CallStyle.self,
        UndefinedGlobal.self, LeakedGlobal.self,
        FileLocalWritten.self, UnusedLocal.self, ShadowedLocal.self, UnreachableCode.self,
    ]

    /// The rules whose findings may be certain.
    private static let certainRules: [any Rule.Type] = [
        EventWritten.self, ReturnedValue.self, LateRequire.self, UnknownFunction.self,
        UnknownMethod.self, UnknownOutput.self, UnknownMember.self, InvalidRegex.self,
        CallStyle.self, UndefinedGlobal.self,
    ]

    /// What the host offers.
    package var api: HostAPI
    /// The codes of disabled rules.
    ///
    /// Shadowing a name is a matter of taste, so that rule is off by default.
    package var disabledRules: Set<String> = [ShadowedLocal.code]

    /// Makes a checker for what a host offers.
    package init(api: HostAPI = HostAPI()) { self.api = api }

    /// All findings in a script, in the order of the file.
    ///
    /// A script that Lua would not compile has one finding: what stopped the compiler.
    package func check(_ bytes: [UInt8]) -> [Diagnostic] {
        let script: ScriptModel
        do {
            script = try ScriptModel(bytes, api: api)
        } catch {
            return [error]
        }
        return check(script)
    }

    /// All findings in a script that Lua would compile, in the order of the file.
    package func check(_ script: ScriptModel) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for rule in Self.rules where !disabledRules.contains(rule.code) {
            findings += rule.check(script)
        }
        return findings.sorted { ($0.position, $0.code) < ($1.position, $1.code) }
    }

    /// The findings because of which events certainly fail, in the order of the file.
    ///
    /// A server refuses such a script, so there must be no doubt: the place fails whenever it runs, the host calls the
    /// function that contains it, and no `pcall` catches the error.
    package func failures(_ script: ScriptModel) -> [Diagnostic] {
        let findings = Self.certainRules.flatMap { $0.check(script) }.filter(\.isCertain)
        guard !findings.isEmpty else { return [] }
        let running = RunningCode(script)
        return findings.filter { running.contains($0.position) }
            .sorted { ($0.position, $0.code) < ($1.position, $1.code) }
    }

    /// All findings in a script, in the order of the file.
    package func check(_ text: String) -> [Diagnostic] { check(Array(text.utf8)) }
}
