import Foundation
import Testing

/// The sinks of a plugin, and what `process` and `store sinks` do with them.
struct SinkTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        let sources = SwiftPackage.root
        let built = try shell.run(
            "cc -shared -fPIC -pthread -I \(sources.path)/Sources/CPerilunePlugin/include -o libsinks.so \(sources.path)/Tests/Runs/sinks.c"
        )
        #expect(built.status == 0, "\(built.errors)")
        try shell.write("mstr://?evt=3995\nmstr://?evt=3995\n", "log.txt")
    }

    private func process(_ options: String) throws -> Shell.Result {
        try shell.run(
            "SINKS=. perilune process log.txt --as link --plugin ./libsinks.so --summary none \(options)"
        )
    }

    @Test func aSinkThatFailsGetsTheRecordsInTheNextRunWithTheStore() throws {
        try shell.write("", "down")
        let first = try process("--store run.db")
        #expect(first.status == 74)
        #expect(first.errors.contains("fragile: sinks.down: it is down"))
        #expect(first.errors.contains("the sink 'fragile' did not accept all values"))
        #expect(first.errors.contains("run the same command again to deliver them"))
        let listed = try shell.run("perilune store sinks run.db")
        #expect(
            listed.output
                == "fragile: 2 records waiting\nquick: 0 records waiting\nslow: 0 records waiting\n"
        )
        #expect(try shell.run("rm down").status == 0)
        #expect(try process("--store run.db").status == 0)
        #expect(try shell.read("fragile").hasPrefix("\n{\"first\":1,\"count\":2,\"sequence\":"))
        #expect(try shell.read("fragile") == shell.read("quick"))
    }

    @Test func recordsOfARemovedSinkCanBeDropped() throws {
        try shell.write("", "down")
        #expect(try process("--store run.db").status == 74)
        let unknown = try shell.run("perilune store sinks run.db --drop fragil")
        #expect(unknown.status != 0)
        #expect(unknown.errors.contains("did you mean 'fragile'?"))
        let dropped = try shell.run("perilune store sinks run.db --drop fragile")
        #expect(dropped.output == "fragile: dropped, with 2 records\n")
        let listed = try shell.run("perilune store sinks run.db --json")
        #expect(
            listed.output
                == "{\"sink\":\"quick\",\"waiting\":0}\n{\"sink\":\"slow\",\"waiting\":0}\n")
    }

    @Test func recordsOfAFollowedLogAreDeliveredWhileItIsIdle() throws {
        let run = "perilune process log.txt --as link --plugin ./libsinks.so --watch --store run.db"
        let result = try shell.run(
            """
            export SINKS=.; \(run) 2>errors & run=$!
            for i in $(seq 100); do test -s quick && break; sleep 0.1; done
            test -s quick; found=$?
            kill -INT $run; wait $run; exit $found
            """)
        #expect(result.status == 0)
    }

    @Test func openDeliversItsRecord() throws {
        let opened = try shell.run(
            "SINKS=. perilune open 'mstr://?evt=3995' --plugin ./libsinks.so")
        #expect(opened.status == 0)
        #expect(try shell.read("slow").hasPrefix("\n{\"first\":1,\"count\":1,\"sequence\":"))
    }
}
