import PeriluneCore
import PeriluneFiles
import PeriluneStore
import Synchronization
import Testing

import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import struct Foundation.URL

@testable import Perilune

/// Values that are emitted to outputs with names.
@Suite(.timeLimit(.minutes(5))) struct NamedOutputTests {
    private static let script = """
        return { on = "*", execute = function(event, commander)
          commander:emit(event.id)
          commander:emit({ id = event.id }, event.data or "errors")
          commander:emit("last")
        end }
        """

    private func host(
        _ source: String = Self.script, outputs: [NamedOutput] = [NamedOutput("errors")],
        plugins: [any Plugin] = []
    ) async throws -> Host {
        var options = HostOptions()
        options.outputs = outputs
        return try await Host(options: options) {
            for plugin in plugins { plugin }
            Script(name: "rule.lua", source: source)
        }
    }

    private func event(_ id: String, _ output: Value? = nil) -> Event {
        Event(id: id, source: "s", type: "t", data: output)
    }

    @Test(arguments: ["", "\n", "\n\n", "1", "1\n", "1\n\n2", "\n1\n2\n\n"])
    func emptyLinesAreNotValues(text: String) {
        #expect(
            EmittedLine.lines(Array(text.utf8)).map(\.text)
                == text.split(separator: "\n").map(String.init))
    }

    @Test func theAnswerNamesTheOutputOfEachValue() async throws {
        let results = try await host().process(all: [event("1"), event("2")])
        #expect(
            results.emissions.map {
                "\($0.output ?? "-") \(String(decoding: $0.json, as: UTF8.self))"
            }
                == [
                    #"- "1""#, #"errors {"id":"1"}"#, #"- "last""#, #"- "2""#,
                    #"errors {"id":"2"}"#, #"- "last""#,
                ])
        #expect(results.text == "\"1\"\n\"last\"\n\"2\"\n\"last\"\n")
    }

    @Test func aRecordCountsTheValuesOfNamedOutputs() async throws {
        let results = try await host().process(all: [event("1")])
        #expect(results.records[0].json.hasSuffix(#""emitted":3,"outputs":{"errors":1}}"#))
        let plain = try await host("return { execute = function(e, c) c:emit(1) end }")
        let record = try await plain.process(event("1"))
        #expect(record.json.hasSuffix(#""emitted":1}"#))
    }

    @Test func anUndeclaredNameIsAnErrorWithTheNearestName() async throws {
        let results = try await host().process(all: [event("1", "erors")])
        let error = try #require(results.records[0].error)
        #expect(error.code == "output.unknown")
        #expect(error.message == "there is no output 'erors'")
        #expect(error.hint == "did you mean 'errors'?")
        #expect(error.place.line == 3)
        #expect(results.emissions.isEmpty)
        let other = try await host(outputs: []).process(event("1", "audit"))
        #expect(other.error?.hint?.contains("outputs = { audit = { file") == true)
    }

    @Test func aFailedEmitWritesNothing() async throws {
        let results = try await host(
            """
            return { on = "*", execute = function(event, commander)
              local ok = pcall(commander.emit, commander, function() end, "errors")
              local known = pcall(commander.emit, commander, 1, "other")
              commander:emit({ ok, known }, "errors")
              commander:emit(("a"):gsub("a", "b"))
            end }
            """
        ).process(all: [event("1")])
        #expect(results.emissions.map(\.output) == ["errors", nil])
        #expect(String(decoding: results.emissions[0].json, as: UTF8.self) == "[false,false]")
        #expect(results.text == "\"b\"\n")
    }

    @Test func aNameMustBeAString() async throws {
        let results = try await host(
            "return { execute = function(e, c) c:emit(1, {}) c:emit(2, 3) c:emit(3, nil) end }"
        ).process(all: [event("1")])
        #expect(results.emissions.map(\.output) == [nil, nil, nil])
    }

    @Test func aFailedRuleRollsBackNamedValues() async throws {
        let results = try await host(
            "return { execute = function(e, c) c:emit(1, 'errors') error('no') end }"
        ).process(all: [event("1")])
        #expect(results.emissions.isEmpty)
        #expect(results.records[0].outputs.isEmpty)
    }

    @Test func delegatesInSwiftEmitByName() async throws {
        var options = HostOptions()
        options.outputs = [NamedOutput("errors")]
        let host = try await Host(options: options) {
            Delegate(on: "*", name: "swift") { event, commander in
                try commander.emit("a", to: "errors")
                try commander.emit("b", to: event.id == "1" ? "errors" : "other")
                return .handled
            }
        }
        let results = try await host.process(all: [event("1"), event("2")])
        #expect(results.emissions.map(\.output) == ["errors", "errors"])
        #expect(results.records.map { $0.error?.code.rawValue } == [nil, "output.unknown"])
    }

    /// Collects what it gets.
    private final class Receiver: Plugin, RecordSink {
        let name: String
        let batches = Mutex<[RecordBatch]>([])
        let isBroken = Mutex(false)

        init(_ name: String) { self.name = name }

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(self as any RecordSink)
        }

        func write(_ batch: RecordBatch) async throws {
            if isBroken.withLock(\.self) { throw PeriluneError("receiver.down", "it is down") }
            batches.withLock { $0.append(batch) }
        }

        var lines: [String] {
            batches.withLock(\.self).flatMap { batch in
                String(decoding: batch.records, as: UTF8.self).split(separator: "\n").enumerated()
                    .map { "\(batch.first + Int64($0.offset)) \($0.element)" }
            }
        }
    }

    @Test func aSinkGetsTheValuesOfItsOutputAndTheOthersRecords() async throws {
        let (audit, other) = (Receiver("audit"), Receiver("other"))
        let host = try await host(
            outputs: [NamedOutput("errors", .sink("audit"))], plugins: [audit, other])
        _ = try await host.process(event("1"))
        _ = try await host.process(event("2"))
        #expect(await host.drain().isEmpty)
        #expect(audit.lines == [#"1 {"id":"1"}"#, #"2 {"id":"2"}"#])
        #expect(other.lines.count == 2)
        #expect(other.lines.allSatisfy { $0.contains("outcome") })
    }

    @Test func anOutputNeedsASinkOfItsOwn() async throws {
        let audit = Receiver("audit")
        func failure(_ outputs: [NamedOutput]) async -> PeriluneError? {
            do {
                _ = try await host(outputs: outputs, plugins: [audit])
                return nil
            } catch { return error as? PeriluneError }
        }
        let unknown = await failure([NamedOutput("errors", .sink("audt"))])
        #expect(unknown?.code == "output.sink")
        #expect(unknown?.hint == "did you mean 'audit'?")
        let shared = await failure(["a", "b"].map { NamedOutput($0, .sink("audit")) })
        #expect(shared?.message == "the outputs 'a' and 'b' name the same sink 'audit'")
    }

    @Test func anOutputConfiguresASinkOfItsKind() async throws {
        let made = Mutex<[String]>([])
        let receivers = ["large": Receiver("large"), "all": Receiver("all")]
        struct Kind: RecordSinkFactory, Plugin {
            let name = "kind"
            let summary = "a receiver"
            let make: @Sendable (String, SinkOptions) -> any RecordSink
            func sink(named output: String, _ options: SinkOptions) -> any RecordSink {
                make(output, options)
            }
            func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(self as any RecordSinkFactory)
            }
        }
        let kind = Kind { output, options in
            made.withLock { $0.append("\(output) \(options.values.json)") }
            return receivers[output] ?? Receiver(output)
        }
        let host = try await host(
            outputs: [
                NamedOutput("large", .sink("kind", SinkOptions(["size": 1]))),
                NamedOutput("all", .sink("kind", SinkOptions(getsRecords: true))),
            ], plugins: [kind])
        _ = try await host.process(
            Event(id: "1", source: "s", type: "t", data: .string("large")))
        #expect(await host.drain().isEmpty)
        #expect(made.withLock { $0 } == [#"large {"size":1}"#, "all {}"])
        #expect(receivers["large"]?.lines == [#"1 {"id":"1"}"#])
        #expect(receivers["all"]?.lines.count == 1)
        let sink = await #expect(throws: PeriluneError.self) {
            try await self.host(
                outputs: [NamedOutput("a", .sink("audit", SinkOptions(["x": 1])))],
                plugins: [Receiver("audit")])
        }
        #expect(sink?.message == "output 'a': the sink 'audit' has no options")
    }

    @Test(arguments: [
        "a=sink:kind", "a=file.jsonl", #"a=sink:kind {"size":1}"#,
        #"a=sink:kind {"records":true}"#, #"a=sink:kind {"size":1,"records":true}"#,
    ])
    func theTextOfAnOutputRoundTrips(_ text: String) {
        #expect(NamedOutput(text: text)?.text == text)
    }

    private func serve(_ ids: [String], _ receiver: Receiver, in folder: URL) async throws {
        let door = try Door(in: folder) { options in
            options.host.outputs = [
                NamedOutput("large", .file(folder.path + "/large.jsonl")),
                NamedOutput("errors", .sink("audit")),
            ]
        } _: {
            receiver
            Script(
                name: "rule.lua",
                source:
                    "return { execute = function(e, c) c:emit(e.id, 'large') c:emit(e.id, 'errors') c:emit(0) end }"
            )
        }
        for id in ids { _ = await door.send(id) }
        _ = await door.intake.drain(for: .seconds(5))
        door.intake.close()
    }

    @Test func aServerWritesFilesAndKeepsValuesForSinksOverARestart() async throws {
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let receiver = Receiver("audit")
        receiver.isBroken.withLock { $0 = true }
        try await serve(["1", "2"], receiver, in: folder)
        let file = folder.path + "/large.jsonl"
        #expect(try contents(file) == "\"1\"\n\"2\"\n")
        // What a crash left behind the checkpoint.
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("half".utf8))
        try handle.close()
        receiver.isBroken.withLock { $0 = false }
        try await serve(["3"], receiver, in: folder)
        #expect(try contents(file) == "\"1\"\n\"2\"\n\"3\"\n")
        #expect(receiver.lines == [#"1 "1""#, #"2 "2""#, #"3 "3""#])
    }

    @Test func aServerRefusesTwoOutputsInOneFile() throws {
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: PeriluneError.self) {
            try Door(in: folder) { options in
                options.host.outputs = ["a", "b"].map {
                    NamedOutput($0, .file(folder.path + "/same.jsonl"))
                }
            } _: {
                Delegate(on: "*", name: "any") { _, _ in .handled }
            }
        }
        #expect(error?.code == "output.twice")
    }
}

private func contents(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
}
