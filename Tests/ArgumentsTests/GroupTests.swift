import Arguments
import Testing

/// Commands whose name has two words.
struct GroupTests {
    private let tool = Tool(
        name: "p", version: "1", summary: "Test",
        commands: ["crm sandbox", "crm login", "open"].map { name in
            Command(
                name: name, summary: "Do it", options: [.toggle("fast", "Be quick.")],
                examples: [Example("p \(name)", "Do it.")])
        })

    private func name(_ words: String...) throws(UsageError) -> String {
        switch try tool.parse(words) {
        case .run(let command, let values): "\(command.name) \(values.operands.count)"
        case .help(let command): "help \(command?.name ?? "")"
        case .version: "version"
        }
    }

    @Test func takesTwoWordsForOneCommand() throws {
        #expect(try name("crm", "sandbox", "--fast") == "crm sandbox 0")
        #expect(try name("open") == "open 0")
        #expect(try name("crm", "login", "-h") == "help crm login")
        #expect(try name("help", "crm", "login") == "help crm login")
        #expect(try name("crm", "--help") == "help ")
    }

    @Test func saysWhatIsMissingOrWrong() {
        for (words, message) in [
            (["crm"], "'crm' needs a command: sandbox or login"),
            (["crm", "sandbx"], "unknown command 'crm sandbx'"),
            (["crm", "try"], "unknown command 'crm try'; 'crm' has sandbox or login"),
            (["cmr"], "unknown command 'cmr'"),
        ] {
            let error = #expect(throws: UsageError.self) { try tool.parse(words) }
            #expect(error?.message == message)
        }
        let error = #expect(throws: UsageError.self) { try tool.parse(["crm", "sandbx"]) }
        #expect(error?.suggestion == "crm sandbox")
    }

    @Test func completesWordByWord() {
        let bash = tool.bashCompletion()
        #expect(bash.contains("crm:*) words='sandbox login' ;;"))
        #expect(bash.contains("'crm sandbox':*:-*) words='--fast"))
        #expect(bash.contains("*) words='crm open -h"))
        #expect(tool.zshCompletion().contains("'1:command:(sandbox login)'"))
        #expect(tool.fishCompletion().contains("-a sandbox"))
    }

    @Test func hasNoProblems() { #expect(tool.problems().isEmpty) }
}
