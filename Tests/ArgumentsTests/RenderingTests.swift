import Testing

@testable import Arguments

struct RenderingTests {
    @Test func rendersTheHelpOfTheTool() throws { try expectSnapshot("help.txt", sample.help()) }

    @Test func listsTheExitCodesInOnePlace() throws {
        guard case .help(let topic) = try sample.parse(["help", "exit-codes"]) else {
            Issue.record("no help")
            return
        }
        let line = "  64  The command line is wrong.\n"
        #expect(sample.help(on: topic).contains(line))
        #expect(!sample.help().contains(line))
        #expect(!sample.help(for: processCommand).contains(line))
    }

    @Test func rendersTheHelpOfACommand() throws {
        try expectSnapshot("help-process.txt", sample.help(for: processCommand))
    }

    @Test func rendersHelpForANarrowTerminal() throws {
        try expectSnapshot("help-process-40.txt", sample.help(for: processCommand, width: 40))
    }

    @Test(arguments: [
        ("", 4, []), ("ab cd", 5, ["ab cd"]), ("ab cde", 5, ["ab", "cde"]),
        ("abcdefgh ij", 4, ["abcdefgh", "ij"]), ("a abcdefgh ij", 4, ["a", "abcdefgh", "ij"]),
    ])
    func breaksTextBetweenWords(text: String, width: Int, lines: [String]) {
        #expect(wrap(text, width: width) == lines)
    }

    @Test func rendersBash() throws { try expectSnapshot("perilune.bash", sample.bashCompletion()) }

    @Test func rendersZsh() throws { try expectSnapshot("_perilune", sample.zshCompletion()) }

    @Test func rendersFish() throws { try expectSnapshot("perilune.fish", sample.fishCompletion()) }

    @Test func rendersTheManualPage() throws {
        try expectSnapshot("perilune.1", sample.manualPage(date: "August 6, 2026"))
    }

    @Test(arguments: [1, 40, 55, 80, 100, 300])
    func keepsProseInsideTheWidth(_ width: Int) {
        let lines = sample.help(for: processCommand, width: width).split(separator: "\n")
        let copied =
            processCommand.examples.map { "  \($0.line)" } + [
                "  " + sample.usage(of: processCommand)
            ]
        for line in lines where !copied.contains(String(line)) {
            #expect(line.count <= min(max(width, 40), 100))
        }
    }

    @Test func differsOnlyInBoldOnATerminal() {
        let bold = sample.help(for: openCommand, style: .terminal)
        let stripped = bold.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
        #expect(bold != stripped)
        #expect(stripped == sample.help(for: openCommand))
    }

    @Test func hidesHiddenCommands() {
        let texts = [
            sample.help(), sample.bashCompletion(), sample.zshCompletion(),
            sample.fishCompletion(), sample.manualPage(date: "August 6, 2026"),
        ]
        for text in texts { #expect(!text.contains("generate")) }
    }

    @Test func obeysNoColorUnlessToldOtherwise() {
        func isBold(_ color: String?, _ noColor: String?, _ terminal: String?, _ tty: Bool) -> Bool
        {
            Style.decide(color: color, noColor: noColor, terminal: terminal, isTerminal: tty).isBold
        }
        #expect(isBold(nil, nil, "xterm", true))
        #expect(isBold("auto", "", "xterm", true))
        #expect(!isBold("auto", "1", "xterm", true))
        #expect(!isBold(nil, nil, "dumb", true))
        #expect(!isBold(nil, nil, "xterm", false))
        #expect(isBold("always", "1", "dumb", false))
        #expect(!isBold("never", nil, "xterm", true))
    }
}
