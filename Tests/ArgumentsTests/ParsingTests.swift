import Testing

@testable import Arguments

struct ParsingTests {
    @Test(arguments: [
        ["--output=out"], ["--output", "out"], ["-oout"], ["-o", "out"], ["-o=out"],
        ["-njoout"], ["-njo", "out"],
    ])
    func readsEverySpellingOfAValue(_ words: [String]) throws {
        let values = try parsed(["process", "log"] + words)
        #expect(values.string("output") == "out")
        #expect(values.operands == ["log"])
    }

    @Test func takesOptionsBetweenOperands() throws {
        let values = try parsed(["process", "a", "-s", "x.lua", "b", "--script=y.lua", "-"])
        #expect(values.operands == ["a", "b", "-"])
        #expect(values.strings("script") == ["x.lua", "y.lua"])
    }

    @Test func takesEverythingAfterTwoDashesAsOperands() throws {
        let values = try parsed(["process", "-n", "--", "--json", "-x", "--"])
        #expect(values.operands == ["--json", "-x", "--"])
        #expect(!values.flag("json"))
        #expect(values.flag("dry-run"))
    }

    @Test func takesADashAsAValue() throws {
        #expect(try parsed(["process", "log", "-o", "-"]).string("output") == "-")
    }

    @Test func keepsAnEmptyValueAndAnEmptyOperand() throws {
        let values = try parsed(["process", "", "--note="])
        #expect(values.string("note") == "")
        #expect(values.operands == [""])
    }

    @Test func splitsAtTheFirstEqualsSignOnly() throws {
        #expect(try parsed(["process", "x", "--note=a=b"]).string("note") == "a=b")
        #expect(try parsed(["process", "x", "--note=\u{301}e"]).string("note") == "\u{301}e")
    }

    @Test func theLastFormOfAToggleWins() throws {
        let both = try parsed(["process", "x", "--progress", "--no-progress"])
        #expect(both.flag("progress", default: true) == false)
        #expect(try parsed(["process", "x"]).flag("progress", default: true) == true)
    }

    @Test func theLastValueWins() throws {
        #expect(try parsed(["process", "x", "-w1", "-w2"]).integer("workers") == 2)
    }

    @Test func checksARangeThatIsGivenAfterParsing() throws {
        let values = try parsed(["process", "x", "--limit=9"])
        #expect(try values.integer("limit", in: 0...9, program: "p") == 9)
        #expect(throws: UsageError.self) {
            try values.integer("limit", in: 0...8, program: "p")
        }
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["help"], ["help", "open"], ["open", "--help", "--wat"],
    ])
    func recognizesARequestForHelp(_ words: [String]) throws {
        guard case .help(let topic) = try sample.parse(words) else {
            Issue.record("no help")
            return
        }
        #expect(sample.help(on: topic).hasPrefix("perilune open") == words.contains("open"))
    }

    @Test func recognizesARequestForTheVersion() throws {
        guard case .version = try sample.parse(["--version"]) else {
            Issue.record("no version")
            return
        }
    }

    /// Any values, spelled in any of the ways, come back as they were.
    @Test func readsRandomValuesInEverySpelling() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let notes = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                String((0..<4).map { _ in "a-= é".randomElement(using: &random) ?? "a" })
            }
            var words = ["process", "log"]
            for note in notes {
                let isPlain = !note.hasPrefix("-")
                words += isPlain && Bool.random() ? ["--note", note] : ["--note=\(note)"]
                if Bool.random() { words.append("-n") }
            }
            #expect(try parsed(words).strings("note") == notes)
        }
    }
}

func parsed(_ words: [String]) throws -> Values {
    guard case .run(_, let values) = try sample.parse(words) else {
        throw UsageError(.missingCommand, "not a run", program: "test")
    }
    return values
}
