import Foundation
import Glibc
import PeriluneCore
import PeriluneFiles
import Testing

@testable import SinksPlugin

/// Files that sinks reach by several names.
@Suite struct LinkedFileTests {
    private let bench: SinkBench

    init() throws {
        bench = try SinkBench()
        try FileManager.default.createDirectory(
            atPath: bench.folder + "out/us", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder + "out/eu", withDestinationPath: "us")
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder + "out/eu.jsonl", withDestinationPath: "us.jsonl")
        try "".write(toFile: bench.folder + "out/one", atomically: true, encoding: .utf8)
        #expect(link(bench.folder + "out/one", bench.folder + "out/two") == 0)
    }

    private func lines(_ name: String) -> [String] {
        bench.text(name).split(separator: "\n").map(String.init)
    }

    private static func values(_ names: [String], from first: Int) -> [Value] {
        names.enumerated().map {
            ["r": .string($0.element), "n": .integer(Int64(first + $0.offset))]
        }
    }

    @Test(arguments: [
        ("out/{r}/x.jsonl", ["eu", "us"]), ("out/{r}.jsonl", ["eu", "us"]),
        ("out/{r}", ["one", "two"]),
    ])
    func valuesWhoseNamesLeadToOneFileAreAllInIt(_ file: String, _ names: [String]) async throws {
        let sink = try bench.sink("files", ["file": .string(file)])
        for batch in 0..<3 {
            let values = Self.values(names + names.reversed() + names, from: batch * 6)
            try await sink.write(SinkBench.batch(values, first: Int64(batch * 6 + 1)))
        }
        for name in names {
            let found = lines(file.replacing("{r}", with: name))
            #expect(found.count == 18)
            #expect(found.enumerated().allSatisfy { $1.hasSuffix("\"n\":\($0)}") })
        }
        let warnings = try #require(sink as? any NoticingSink).warnings
        #expect(warnings == [])
    }

    @Test func aLinkedFileThatGrowsLargeIsRenamedWithAllItsValues() async throws {
        let sink = try bench.sink("files", ["file": "out/{r}.jsonl", "maxSize": 1024])
        for number in 0..<40 {
            let values: [Value] = [
                ["r": "eu", "text": .string(String(repeating: "x", count: 200))], ["r": "us"],
            ]
            try await sink.write(SinkBench.batch(values, first: Int64(number * 2 + 1)))
        }
        #expect(FilePath.linkTarget(of: bench.folder + "out/eu.jsonl") == "us.jsonl")
        let names = bench.names.filter { $0.hasPrefix("out/us.jsonl") }
        #expect(names.count > 2)
        #expect(names.map { lines($0).count }.reduce(0, +) == 80)
        #expect(!bench.names.contains("out/eu.jsonl.1"))
    }

    @Test func whatACrashLeftInLinkedFilesIsCutBackAndWrittenAgain() async throws {
        let options: Value = ["file": "out/{r}"]
        for name in ["eu.jsonl", "two"] {
            // The process ended in the first batch.
            let begun =
                #"{"sequence":"a","number":0,"files":{"\#(bench.folder)out/\#(name)":0}}"#
            try begun.write(
                toFile: bench.folder + "out/.orders.position", atomically: true, encoding: .utf8)
            try "half".write(
                toFile: bench.folder + (name == "two" ? "out/two" : "out/us.jsonl"),
                atomically: false, encoding: .utf8)
            try await bench.sink("files", options).write(
                SinkBench.batch(Self.values([name], from: 0)))
        }
        #expect(lines("out/us.jsonl") == [#"{"r":"eu.jsonl","n":0}"#])
        #expect(lines("out/one") == [#"{"r":"two","n":0}"#])
    }

    @Test(arguments: [
        ("out/us/{r}.jsonl", "out/eu/{r}{none}.jsonl", "x_", "x"),
        ("out/{r}", "out/{r}{none}", "one", "two"),
    ])
    func aFileThatAnotherSinkWritesByAnotherNameIsLeftToIt(
        _ first: String, _ second: String, _ name: String, _ other: String
    ) async throws {
        let second = second.replacing("{none}", with: other == "two" ? "" : "{none}")
        let a = try bench.sink("files", ["file": .string(first)], output: "a")
        let b = try bench.sink("files", ["file": .string(second)], output: "b")
        for number in 1...5 {
            try await a.write(
                SinkBench.batch(Self.values([name], from: 0), first: Int64(number)))
            try await b.write(
                SinkBench.batch(Self.values([other], from: 0), first: Int64(number)))
        }
        #expect(lines(first.replacing("{r}", with: name)).count == 5)
        let warnings = try #require(b as? any NoticingSink).warnings
        #expect(warnings.contains { $0.hasPrefix("output 'b': 5 values went to files with '_'") })
    }

    @Test func aNameWithoutFieldsThatLeadsToTheFileOfAnotherSinkIsAnErrorThatNamesBoth()
        async throws
    {
        let a = try bench.sink("files", ["file": "out/one"], output: "a")
        let b = try bench.sink("files", ["file": "out/two"], output: "b")
        try await a.write(SinkBench.batch([1]))
        let error = await #expect(throws: PeriluneError.self) {
            try await b.write(SinkBench.batch([2]))
        }
        #expect(error?.code == "output.twice")
        #expect(error?.message.contains("out/one of the output 'a'") == true)
        #expect(error?.place.file == bench.folder + "out/two")
        #expect(lines("out/two") == ["1"])
    }

    /// The earlier one was given up, and may still be in memory.
    @Test func aLaterSinkOfAnOutputContinuesItsFile() async throws {
        let earlier = try bench.sink("files", ["file": "out/all"])
        try await earlier.write(SinkBench.batch([1]))
        try await bench.sink("files", ["file": "out/all"]).write(SinkBench.batch([2], first: 2))
        #expect(lines("out/all") == ["1", "2"])
        withExtendedLifetime(earlier) {}
    }

    /// Two hosts of a process can have outputs of the same name.
    @Test func anotherSinkOfAnOutputLeavesFilesThatValuesNameToTheFirst() async throws {
        let options: Value = ["file": "out/{r}.jsonl"]
        let first = try bench.sink("files", options)
        try await first.write(SinkBench.batch(Self.values(["a"], from: 0)))
        let second = try bench.sink("files", options)
        try await second.write(SinkBench.batch(Self.values(["a"], from: 1), first: 2))
        #expect(lines("out/a.jsonl") == [#"{"r":"a","n":0}"#])
        #expect(lines("out/_.jsonl") == [#"{"r":"a","n":1}"#])
        withExtendedLifetime(first) {}
    }

    @Test func aValueDoesNotNameThePositionOfItsSink() async throws {
        let sink = try bench.sink("files", ["file": "out/.{r}.position"])
        try await sink.write(SinkBench.batch(Self.values(["orders", "a"], from: 0)))
        #expect(lines("out/._.position").count == 1)
        #expect(lines("out/.a.position").count == 1)
    }
}
