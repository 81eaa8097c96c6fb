import Testing

@testable import LuaSyntax

struct MessyScriptTests {
    @Test func saysWhatIsWrongWithAMessyScript() {
        let findings = ScriptChecker(api: MessyScript.api).check(MessyScript.text)
        let text = findings.map(\.description).joined(separator: "\n")
        #expect(text == MessyScript.findings)
    }
}
