import Testing

@testable import Arguments

struct UsageErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var words: String
        var kind: UsageError.Kind
        var line: String
        var testDescription: String { words }

        init(_ words: String, _ kind: UsageError.Kind, _ line: String) {
            self.words = words
            self.kind = kind
            self.line = line
        }
    }

    static let cases = [
        Case("", .missingCommand, "perilune: missing command"),
        Case(
            "proces", .unknownCommand, "perilune: unknown command 'proces'; did you mean 'process'?"
        ),
        Case("zzz", .unknownCommand, "perilune: unknown command 'zzz'"),
        Case(
            "help opne", .unknownCommand, "perilune: unknown command 'opne'; did you mean 'open'?"),
        Case(
            "--verison", .unknownOption,
            "perilune: unknown option '--verison'; did you mean '--version'?"),
        Case(
            "--dry-run", .unknownOption,
            "perilune: option '--dry-run' must follow a command: 'perilune process --dry-run'"),
        Case(
            "open u --scrpit x", .unknownOption,
            "perilune open: unknown option '--scrpit'; did you mean '--script'?"),
        Case(
            "process l --prog", .unknownOption,
            "perilune process: unknown option '--prog'; did you mean '--progress'?"),
        Case(
            "process l --progr", .unknownOption,
            "perilune process: unknown option '--progr'; did you mean '--progress'?"),
        Case(
            "process l --no-json", .unknownOption,
            "perilune process: unknown option '--no-json'; did you mean '--json'?"),
        Case(
            "process l -json", .unknownOption,
            "perilune process: unknown option '-json'; did you mean '--json'?"),
        Case(
            "process l -script x", .unknownOption,
            "perilune process: unknown option '-script'; did you mean '--script'?"),
        Case("process l -nx", .unknownOption, "perilune process: unknown option '-x'"),
        Case("open", .missingOperand, "perilune open: missing argument: URL"),
        Case("version x", .unexpectedOperand, "perilune version: unexpected argument 'x'"),
        Case(
            "open u --script", .missingValue,
            "perilune open: option '--script' requires a value: FILE"
        ),
        Case(
            "open u -s --json", .missingValue, "perilune open: option '-s' requires a value: FILE"),
        Case(
            "open u --json=yes", .unexpectedValue,
            "perilune open: option '--json' takes no value, got 'yes'"),
        Case(
            "process l --as lnik", .invalidValue,
            "perilune process: option '--as' must be event or link, not 'lnik'; did you mean 'link'?"
        ),
        Case(
            "process l -w 65", .invalidValue,
            "perilune process: option '-w' must be an integer from 1 to 64, not '65'"),
        Case(
            "process l --limit -5", .invalidValue,
            "perilune process: option '--limit' must be an integer of at least 0, not '-5'"),
        Case(
            "generate men", .invalidOperand,
            "perilune generate: KIND must be man, bash, zsh or fish, not 'men'; did you mean 'man'?"
        ),
    ]

    @Test(arguments: cases)
    func saysWhatIsWrong(_ example: Case) throws {
        let error = #expect(throws: UsageError.self) {
            try sample.parse(example.words.split(separator: " ").map(String.init))
        }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(error?.kind == example.kind)
        #expect(lines.first.map(String.init) == example.line)
        #expect(lines.last?.hasPrefix("See 'perilune") == true)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("script", "scrpit", 1), ("json", "jsno", 1), ("ab", "cd", 2),
        ("kitten", "sitting", 3), ("process", "proces", 1),
    ])
    func countsEdits(_ first: String, _ second: String, _ distance: Int) {
        #expect(editDistance(first, second) == distance)
        #expect(editDistance(second, first) == distance)
    }
}
