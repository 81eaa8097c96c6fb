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
        }, groupSummaries: ["crm": "Work with a CRM"])

    private func name(_ words: String...) throws(UsageError) -> String {
        switch try tool.parse(words) {
        case .run(let command, let values): "\(command.name) \(values.operands.count)"
        case .help(.command(let command)): "help \(command.name)"
        case .help(.group(let group)): "help group \(group)"
        case .help(.exitCodes): "help exit codes"
        case .help(.tool): "help"
        case .version: "version"
        }
    }

    @Test func takesTwoWordsForOneCommand() throws {
        #expect(try name("crm", "sandbox", "--fast") == "crm sandbox 0")
        #expect(try name("open") == "open 0")
        #expect(try name("crm", "login", "-h") == "help crm login")
        #expect(try name("help", "crm", "login") == "help crm login")
    }

    @Test(arguments: [["crm", "--help"], ["crm", "-h"], ["help", "crm"]])
    func showsTheHelpOfAGroup(words: [String]) throws {
        guard case .help(let topic) = try tool.parse(words) else {
            Issue.record("no help")
            return
        }
        let help = tool.help(on: topic)
        #expect(help.hasPrefix("p crm: Work with a CRM\n"))
        #expect(help.contains("  sandbox  Do it\n  login    Do it\n"))
        #expect(!help.contains("open"))
    }

    @Test func saysWhatIsMissingOrWrong() {
        for (words, message) in [
            (["crm"], "missing command: sandbox or login"),
            (["crm", "sandbx"], "unknown command 'sandbx'"),
            (["crm", "try"], "unknown command 'try'; use sandbox or login"),
            (["cmr"], "unknown command 'cmr'"),
        ] {
            let error = #expect(throws: UsageError.self) { try tool.parse(words) }
            #expect(error?.message == message)
        }
        let error = #expect(throws: UsageError.self) { try tool.parse(["crm", "sandbx"]) }
        #expect(error?.suggestion == "sandbox")
        #expect(error?.program == "p crm")
    }

    @Test func namesTheCommandsOfTheGroupThatHaveAnOption() {
        var tool = tool
        tool.commands[0].options = [.toggle("files", "Be slow.")]
        tool.commands[1].options = [.toggle("file", "Be quick.")]
        let error = #expect(throws: UsageError.self) {
            try tool.parse(["crm", "sandbox", "--file"])
        }
        #expect(error?.message == "unknown option '--file'; it is an option of 'crm login'")
        #expect(error?.suggestion == nil)
        let mistyped = #expect(throws: UsageError.self) {
            try tool.parse(["crm", "sandbox", "--fil"])
        }
        #expect(mistyped?.suggestion == "--files")
    }

    @Test func completesWordByWord() {
        let bash = tool.bashCompletion()
        #expect(bash.contains("crm:*) words='sandbox login' ;;"))
        #expect(bash.contains("'crm sandbox':*:-*) words='--fast"))
        #expect(bash.contains("*) words='crm open -h"))
        #expect(tool.zshCompletion().contains("'1:command:(sandbox login)'"))
        #expect(tool.fishCompletion().contains("-a sandbox"))
        #expect(tool.zshCompletion().contains("'crm:Work with a CRM'"))
        #expect(tool.fishCompletion().contains("-a crm -d 'Work with a CRM'"))
    }

    @Test func hasNoProblems() { #expect(tool.problems().isEmpty) }
}
