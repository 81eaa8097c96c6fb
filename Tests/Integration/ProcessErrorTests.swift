import Testing

/// Logs that cannot be read and outputs that cannot be written.
struct ProcessErrorTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func aMissingLogEndsWith66() throws {
        let result = try shell.perilune("process none.jsonl")
        #expect(result.errors == "none.jsonl: no such file\n")
        #expect(result.status == 66)
    }

    @Test func aFolderIsNoLog() throws {
        let result = try shell.perilune("process Scripts")
        #expect(result.errors.hasPrefix("Scripts: is a directory, not a log\n"))
        #expect(result.status == 66)
    }

    @Test(arguments: ["gzip", "zstd -q"])
    func aTruncatedArchiveGivesItsWholeLines(packer: String) throws {
        try shell.writeLog(events: 3000)
        try shell.run(
            "\(packer) -c log.jsonl > whole && head -c $(($(stat -c %s whole) / 2)) whole > cut")
        let result = try shell.perilune("process cut --records -")
        #expect(result.errors.contains("cut"))
        #expect(result.errors.contains("truncated"))
        #expect(result.status == 65)
        let whole = try shell.perilune("process log.jsonl --records -").output
        #expect(whole.hasPrefix(result.output))
        #expect(packer != "gzip" || result.lines.count > 500)
    }

    @Test(arguments: [
        ("-o none/x", "its folder does not exist", 73),
        ("--records Scripts", "is a directory", 73),
        ("--quarantine none/x", "its folder does not exist", 73),
        ("--records /dev/full", "No space left", 74),
        ("--state none/x", "none/x", 74),
    ])
    func anOutputThatCannotBeWritten(option: String, message: String, status: Int32) throws {
        let result = try shell.perilune("process Scripts/links.jsonl \(option)")
        #expect(result.errors.contains(message))
        #expect(result.status == status)
    }

    @Test func anEarlierOutputSurvivesAScriptThatIsWrong() throws {
        try shell.write("precious\n", "out.jsonl")
        let result = try shell.perilune("process Scripts/links.jsonl -s none.lua -o out.jsonl")
        #expect(result.status == 66)
        #expect(try shell.read("out.jsonl") == "precious\n")
    }
}
