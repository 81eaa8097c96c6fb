import Testing

/// Runs with a store whose files or options differ from those of the run before.
@Suite(.timeLimit(.minutes(5))) struct LostOutputTests {
    private let shell: Shell
    private let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"

    init() throws {
        shell = try Shell()
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit(e.id) end }", "rule.lua")
        try append("1")
    }

    private func append(_ id: String) throws {
        try shell.run(#"echo '{"id":"\#(id)","source":"s","type":"t"}' >> log.jsonl"#)
    }

    @Test func aMissingOutputOfAFinishedRunIsRecreatedWithAWarning() throws {
        try shell.perilune(command)
        try shell.run("mv out.jsonl collected.jsonl")
        try append("2")
        let run = try shell.perilune(command)
        #expect(run.status == 0)
        #expect(
            run.errors.contains(
                "warning: the output out.jsonl of the earlier run is missing; the new file has only what this run adds"
            ), "\(run.errors)")
        #expect(try shell.read("out.jsonl") == "\"2\"\n")
        try append("3")
        let next = try shell.perilune(command)
        #expect(!next.errors.contains("warning"), "\(next.errors)")
        #expect(try shell.read("out.jsonl") == "\"2\"\n\"3\"\n")
    }

    @Test func anotherFileIsNotOverwritten() throws {
        try shell.perilune(command)
        try shell.run("echo mine > other; mv other out.jsonl")
        try append("2")
        for _ in 0..<2 {
            let run = try shell.perilune(command)
            #expect(run.status != 0)
            #expect(
                run.errors.contains(
                    "the output out.jsonl is not the file that the earlier run wrote"),
                "\(run.errors)")
            #expect(try shell.read("out.jsonl") == "mine\n")
        }
        try shell.run("rm out.jsonl")
        #expect(try shell.perilune(command).status == 0)
        #expect(try shell.read("out.jsonl") == "\"2\"\n")
    }

    @Test func aRunWithWatchIsNotResumedWithoutIt() throws {
        try shell.run("timeout -s KILL 3 perilune \(command) --watch")
        let run = try shell.perilune(command)
        #expect(
            run.errors.contains("the interrupted run cannot be resumed: it ran with --watch\n"),
            "\(run.errors)")
    }
}
