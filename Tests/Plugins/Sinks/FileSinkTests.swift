import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneTestKit
import Testing

@testable import SinksPlugin

/// Files whose names depend on values.
@Suite struct FileSinkTests {
    private let bench: SinkBench

    init() throws { bench = try SinkBench() }

    @Test func conformsToTheRulesOfSinks() async {
        let problems = await RecordSinkConformance.check(
            .exactlyOnce, prepare: bench.empty,
            make: { try bench.sink("files", ["file": "out/all.jsonl"]) },
            received: {
                bench.text("out/all.jsonl").split(separator: "\n").map(String.init)
            })
        #expect(problems == [])
    }

    @Test func fieldsAndTheTimeOfAValueNameItsFile() async throws {
        let sink = try bench.sink(
            "files", ["file": "out/%Y-%m/{data.region}.jsonl", "time": "time"])
        func value(_ region: String, _ time: String) -> Value {
            ["time": .string(time), "data": ["region": .string(region)]]
        }
        try await sink.write(
            SinkBench.batch([
                value("eu", "2026-01-31T23:59:59Z"), value("us", "2026-02-01T00:00:00Z"),
                value("eu", "2026-02-01T00:59:59+01:00"),
            ]))
        #expect(bench.names == ["out/2026-01/eu.jsonl", "out/2026-02/us.jsonl"])
        #expect(bench.text("out/2026-01/eu.jsonl").split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        ("../../etc/passwd", "_._.._etc_passwd-3754d6cb3a38e1185e5b382d5f3ef3f1"),
        ("..", "_.-5ec1f7e700f37c3d0b2981d04855fc34"),
        (".hidden", "_hidden-1692419006a88aab3372cf255367e2cc"), ("", "_"),
        ("a\u{0}b", "a_b-59b271ae1bbcb1d31d41929817f4b16f"),
        ("a\nb", "a_b-7e18f737311b2dc3b2f269dd78396b03"),
        ("\u{301}z", "_z-56d396769ec6d0b53716877824f3bb8b"),
        (".\u{301}hid", "_\u{301}hid-735f589615c392d2e1399845359d4e15"),
        ("a\u{202E}b", "a_b-1f7a9d5e8e213a52b4351c2692929344"),
        (
            String(repeating: "\u{1F600}", count: 99),
            String(repeating: "\u{1F600}", count: 25) + "-60f962c853d992794e7a617e5b2b0788"
        ),
    ])
    func aFieldCannotNameAnotherFolder(_ text: String, _ name: String) async throws {
        let sink = try bench.sink("files", ["file": "out/{name}"])
        try await sink.write(SinkBench.batch([["name": .string(text)]]))
        #expect(bench.names == ["out/" + name])
    }

    @Test func aValueThatLooksLikeAChangedNameHasAnotherFile() async throws {
        let sink = try bench.sink("files", ["file": "out/{name}"])
        let names = [
            "foo/bar", "foo_bar-cc5d46bdb4991c6eae3eb739c9c8a7a4",
            "foo_bar-cc5d46bdb4991c6eae3eb739c9c8a7a4-7aa804804b8cd3b1cb8e20fdd1923a16",
            "bar-cc5d46bdb4991c6eae3eb739c9c8a7a4",
        ]
        try await sink.write(SinkBench.batch(names.map { ["name": .string($0)] }))
        #expect(bench.names.count == 4)
        #expect(bench.names.contains("out/foo_bar-cc5d46bdb4991c6eae3eb739c9c8a7a4"))
        #expect(bench.names.contains("out/bar-cc5d46bdb4991c6eae3eb739c9c8a7a4"))
    }

    @Test func fieldsThatLookLikeANameThatWasCutHaveAnotherFile() async throws {
        let sink = try bench.sink("files", ["file": "out/{a}{b}{c}"])
        let long = String(repeating: "x", count: 100)
        try await sink.write(
            SinkBench.batch([["a": .string(long), "b": .string(long), "c": .string(long)]]))
        let cut = try #require(bench.names.first).dropFirst("out/".count)
        try await sink.write(
            SinkBench.batch(
                [
                    [
                        "a": .string(long), "b": .string(String(cut.dropFirst(100).prefix(50))),
                        "c": .string(String(cut.dropFirst(150))),
                    ]
                ], first: 2))
        #expect(bench.names.count == 2)
    }

    @Test func valuesCreateALimitedNumberOfFiles() async throws {
        let sink = try bench.sink("files", ["file": "out/{name}.jsonl", "maxFiles": 2])
        try await sink.write(
            SinkBench.batch(["a", "b", "c", "a", "d"].map { ["name": .string($0)] }))
        #expect(bench.names == ["out/_.jsonl", "out/a.jsonl", "out/b.jsonl"])
        #expect(bench.text("out/_.jsonl") == #"{"name":"c"}"# + "\n" + #"{"name":"d"}"# + "\n")
        let warnings = try #require(sink as? any NoticingSink).warnings
        #expect(
            warnings == [
                "output 'orders': the limit of 2 new files a day (maxFiles) was reached; 2 values went to files with '_' in place of fields"
            ])
    }

    /// The folder of an output may have others.
    @Test func aValueCannotNameAFileWithASecret() async throws {
        let secret = bench.folder + "out/token"
        try FileManager.default.createDirectory(
            atPath: bench.folder + "out", withIntermediateDirectories: true)
        try "tok-1".write(toFile: secret, atomically: true, encoding: .utf8)
        #expect(try SecretReference.file(secret).resolve(code: "test.secret") == "tok-1")
        let sink = try bench.sink("files", ["file": "out/{name}"])
        try await sink.write(SinkBench.batch([["name": "token"], ["name": "other"]]))
        #expect(bench.text("out/token") == "tok-1")
        #expect(bench.text("out/_") == #"{"name":"token"}"# + "\n")
        #expect(bench.text("out/other") == #"{"name":"other"}"# + "\n")
    }

    @Test func lookalikeNamesAreDifferentFiles() async throws {
        let sink = try bench.sink("files", ["file": "out/{name}.jsonl", "maxFiles": 1])
        try await sink.write(SinkBench.batch([["name": "\u{E9}"], ["name": "e\u{301}"]]))
        #expect(bench.names == ["out/_.jsonl", "out/\u{E9}.jsonl"])
        #expect(bench.text("out/\u{E9}.jsonl").split(separator: "\n").count == 1)
    }

    @Test func aNameOfSeveralFieldsIsCut() async throws {
        let sink = try bench.sink("files", ["file": "out/{a}-{a}-{a}.jsonl"])
        for (number, letter) in ["x", "y"].enumerated() {
            let value: Value = ["a": .string(String(repeating: letter, count: 200))]
            try await sink.write(SinkBench.batch([value], first: Int64(number) + 1))
        }
        #expect(bench.names.count == 2)
        #expect(bench.names.allSatisfy { $0.utf8.count <= 234 })
    }

    @Test(arguments: ["archive", "in", "error.17"])
    func aValueThatNamesAFileThatCannotBeWrittenGoesToAnother(_ name: String) async throws {
        try FileManager.default.createDirectory(
            atPath: bench.folder + "out/archive", withIntermediateDirectories: true)
        try "".write(toFile: bench.folder + "out/in", atomically: true, encoding: .utf8)
        let sink = try bench.sink(
            "files", ["file": "out/{name}", "maxSize": 1024], inputs: [bench.folder + "out/in"])
        try await sink.write(SinkBench.batch([["name": .string(name)], ["name": "other"]]))
        #expect(bench.names == ["out/_", "out/in", "out/other"])
        #expect(bench.text("out/in") == "")
        let warning = try #require(sink as? any NoticingSink).warnings.first
        #expect(warning?.hasPrefix("output 'orders': 1 value went to files with '_'") == true)
    }

    @Test func theLimitOfNewFilesHoldsAcrossRestarts() async throws {
        let settings: Value = ["file": "out/{name}.jsonl", "maxFiles": 2]
        for (number, name) in ["a", "b", "c", "a"].enumerated() {
            let batch = SinkBench.batch([["name": .string(name)]], first: Int64(number) + 1)
            try await bench.sink("files", settings).write(batch)
        }
        #expect(bench.names == ["out/_.jsonl", "out/a.jsonl", "out/b.jsonl"])
        #expect(bench.text("out/a.jsonl").split(separator: "\n").count == 2)
    }

    @Test func theLimitOfNewFilesIsThatOfADay() {
        var limit = NewFileLimit(1)
        let noon = Timestamp(microseconds: 43_200_000_000)
        let tomorrow = Timestamp(microseconds: 86_400_000_000)
        let allowed = [("a", noon), ("b", noon), ("b", tomorrow), ("a", tomorrow)].map {
            limit.allows(bench.folder + $0, at: $1)
        }
        #expect(allowed == [true, false, true, false])
    }

    @Test func aFileThatAnotherSinkWritesIsLeftToIt() async throws {
        let a = try bench.sink("files", ["file": "out/{name}.jsonl"], output: "a")
        let b = try bench.sink("files", ["file": "out/{region}-{name}.jsonl"], output: "b")
        for number in 1...20 {
            let value: Value = ["name": "x-y", "region": "x"]
            try await a.write(SinkBench.batch([value], first: Int64(number)))
            try await b.write(
                SinkBench.batch([["name": "y", "region": "x"]], first: Int64(number)))
        }
        #expect(bench.text("out/x-y.jsonl").split(separator: "\n").count == 20)
        #expect(bench.text("out/_-_.jsonl").split(separator: "\n").count == 20)
    }

    @Test func aFileBeyondTheLimitOfOneSinkIsLeftToAnother() async throws {
        let a = try bench.sink("files", ["file": "out/{name}.jsonl", "maxFiles": 1], output: "a")
        try await a.write(SinkBench.batch([["name": "x"], ["name": "y"]]))
        let b = try bench.sink("files", ["file": "out/{region}.jsonl"], output: "b")
        try await b.write(SinkBench.batch([["region": "y"]]))
        #expect(bench.names == ["out/_.jsonl", "out/x.jsonl", "out/y.jsonl"])
    }

    @Test func aValueDoesNotNameAScript() async throws {
        let sink = try bench.sink("files", ["file": "{name}"])
        try await sink.write(SinkBench.batch([["name": "rule.lua"], ["name": "rule"]]))
        #expect(bench.names == ["_", "rule"])
    }

    @Test func aLogThatIsReadIsNotWritten() throws {
        try "line\n".write(toFile: bench.folder + "a.jsonl", atomically: true, encoding: .utf8)
        let error = #expect(throws: PeriluneError.self) {
            try bench.sink("files", ["file": "a.jsonl"], inputs: [bench.folder + "a.jsonl"])
        }
        #expect(error?.code == "output.is-input")
        #expect(bench.text("a.jsonl") == "line\n")
    }

    @Test func aPathThatIsNotARegularFileIsRefusedAtTheStart() throws {
        func check(_ file: String) throws -> PeriluneError? {
            let sink = try #require(
                try bench.sink("files", ["file": .string(file)]) as? any FileWritingSink)
            do throws(PeriluneError) {
                try sink.checkFile()
                return nil
            } catch { return error }
        }
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder + "gone", withDestinationPath: "nowhere")
        try "".write(toFile: bench.folder + "file", atomically: true, encoding: .utf8)
        #expect(try check("./")?.code == "output.directory")
        #expect(try check("gone/a.jsonl")?.code == "output.create")
        #expect(try check("file/{region}.jsonl")?.code == "output.create")
        #expect(try check("new/%Y/{region}.jsonl") == nil)
        #expect(try check("file") == nil)
        #expect(bench.names == ["file"])
    }

    @Test func rowsAreNotAddedUnderOtherColumns() async throws {
        func write(_ columns: Value, number: Int64) async throws {
            let sink = try bench.sink(
                "files", ["file": "a.csv", "format": "csv", "columns": columns])
            try await sink.write(SinkBench.batch([["a": 1, "b": 2]], first: number))
        }
        try await write(["a"], number: 1)
        let error = await #expect(throws: PeriluneError.self) {
            try await write(["a", "b"], number: 2)
        }
        #expect(error?.message == "the columns of the file differ from those of the output")
        let sink = try bench.sink("files", ["file": "a.csv", "format": "csv", "columns": ["b"]])
        let start = #expect(throws: PeriluneError.self) {
            try #require(sink as? any FileWritingSink).checkFile()
        }
        #expect(start?.code == "output.option")
        #expect(bench.text("a.csv") == "a\n1\n")
        try await write(["a"], number: 2)
        #expect(bench.text("a.csv") == "a\n1\n1\n")
    }

    @Test func uncommittedValuesAfterACrashAreCutOffAndWrittenAgain() async throws {
        let options: Value = ["file": "{kind}.jsonl"]
        let first = SinkBench.batch([["kind": "a", "n": 1], ["kind": "b", "n": 2]])
        try await bench.sink("files", options).write(first)
        // The process ended between the files of the second batch.
        let begun =
            #"{"sequence":"a","number":2,"files":{"\#(bench.folder)a.jsonl":19,"#
            + #""\#(bench.folder)b.jsonl":19,"\#(bench.folder)c.jsonl":0}}"#
        try begun.write(
            toFile: bench.folder + ".orders.position", atomically: true, encoding: .utf8)
        let half = FileHandle(forWritingAtPath: bench.folder + "a.jsonl")
        try half?.seekToEnd()
        try half?.write(contentsOf: Data(#"{"kind":"a","#.utf8))
        try half?.close()
        try "{".write(toFile: bench.folder + "c.jsonl", atomically: true, encoding: .utf8)

        let second = SinkBench.batch([["kind": "a", "n": 3], ["kind": "b", "n": 4]], first: 3)
        try await bench.sink("files", options).write(second)
        #expect(bench.names == ["a.jsonl", "b.jsonl"])
        #expect(bench.text("a.jsonl") == "{\"kind\":\"a\",\"n\":1}\n{\"kind\":\"a\",\"n\":3}\n")
    }

    @Test(arguments: [
        #"{"sequence":"a","number":-5,"files":{}}"#,
        #"{"sequence":"a","number":5,"files":{"/etc/hostname":1}}"#,
        #"{"sequence":"a","number":5,"files":{"FOLDERout/../x":1}}"#,
        #"{"sequence":"a","number":5,"files":{"FOLDERout/x":-1}}"#, "",
    ])
    func aDamagedPositionIsAnErrorThatNamesIt(_ text: String) async throws {
        try await bench.sink("files", ["file": "out/x"]).write(SinkBench.batch([1]))
        let path = bench.folder + "out/.orders.position"
        try text.replacing("FOLDER", with: bench.folder)
            .write(toFile: path, atomically: true, encoding: .utf8)
        let sink = try bench.sink("files", ["file": "out/x"])
        let error = await #expect(throws: PeriluneError.self) {
            try await sink.write(SinkBench.batch([2], first: 2))
        }
        #expect(error?.code == "sink.journal")
        #expect(error?.place.file == path)
    }

    @Test func aNameWithATooLargeNumberIsNotARotatedFile() async throws {
        try "x".write(
            toFile: bench.folder + "all.jsonl.9223372036854775807", atomically: true,
            encoding: .utf8)
        let sink = try bench.sink("files", ["file": "all.jsonl", "maxSize": 1024])
        for number in 1...2 {
            let value = Value.string(String(repeating: "x", count: 1100))
            try await sink.write(SinkBench.batch([value], first: Int64(number)))
        }
        #expect(bench.names.contains("all.jsonl.1"))
    }

    @Test func numbersOfAnotherStoreBeginAgain() async throws {
        let sink = try bench.sink("files", ["file": "all.jsonl"])
        try await sink.write(SinkBench.batch([1, 2], sequence: "a"))
        try await sink.write(SinkBench.batch([3], sequence: "b"))
        #expect(bench.text("all.jsonl") == "1\n2\n3\n")
    }

    @Test func csvHasAHeaderAndNecessaryQuotes() async throws {
        let sink = try bench.sink(
            "files",
            ["file": "all.csv", "format": "csv", "columns": ["id", "note=data.note"]])
        try await sink.write(
            SinkBench.batch([
                ["id": 1, "data": ["note": "a,\"b\"\nc"]], ["id": "x"],
            ]))
        try await sink.write(SinkBench.batch([["id": [1, 2]]], first: 3))
        #expect(
            bench.text("all.csv")
                == "id,note\n1,\"a,\"\"b\"\"\nc\"\nx,\n\"[1,2]\",\n")
    }

    @Test func textHasStringsWithoutQuotes() async throws {
        let sink = try bench.sink("files", ["file": "all.txt", "format": "text"])
        try await sink.write(SinkBench.batch(["a \"b\"", 2, ["c": true]]))
        #expect(bench.text("all.txt") == "a \"b\"\n2\n{\"c\":true}\n")
    }

    @Test func largeFilesAreRenamedAndTheOldestRemoved() async throws {
        let sink = try bench.sink(
            "files", ["file": "all.jsonl", "maxSize": 1024, "keep": 2])
        for number in 0..<5 {
            let value = Value.string(String(repeating: "\(number)", count: 1100))
            try await sink.write(SinkBench.batch([value], first: Int64(number + 1)))
        }
        #expect(bench.names == ["all.jsonl", "all.jsonl.3", "all.jsonl.4"])
        #expect(bench.text("all.jsonl.4").hasPrefix("\"3"))
    }

    @Test(arguments: [(1024, ["all.jsonl", "all.jsonl.1"]), (1023, ["all.jsonl"])])
    func aFileIsRenamedFromTheSizeOn(size: Int, names: [String]) async throws {
        let sink = try bench.sink("files", ["file": "all.jsonl", "maxSize": 1024])
        // With two quotes and the end of the line.
        let value = Value.string(String(repeating: "x", count: size - 3))
        try await sink.write(SinkBench.batch([value]))
        #expect(bench.text("all.jsonl").utf8.count == size)
        try await sink.write(SinkBench.batch([1], first: 2))
        #expect(bench.names == names)
    }

    @Test(arguments: [
        ("8", "9"), ("999999998", "999999999"), ("1000000000", "1"), ("12a", "1"), ("", "1"),
    ])
    func rotationUsesTheNextNumber(last: String, next: String) async throws {
        try "x".write(
            toFile: bench.folder + "all.jsonl.\(last)", atomically: true, encoding: .utf8)
        let sink = try bench.sink("files", ["file": "all.jsonl", "maxSize": 1024])
        let long = Value.string(String(repeating: "x", count: 1100))
        try await sink.write(SinkBench.batch([long]))
        try await sink.write(SinkBench.batch([1], first: 2))
        #expect(bench.text("all.jsonl.\(next)").utf8.count == 1103)
    }

    @Test(
        arguments: [
            (["file": "a", "colums": ["a"]], "colums is not a setting"),
            (["format": "csv"], "file is missing"),
            (
                ["file": "a", "format": "csv"],
                "columns is missing: the format csv needs the columns"
            ),
            (["file": "a", "columns": ["a"]], "columns is only for the format csv"),
            (
                ["file": "a", "format": "csv", "columns": ["a", "a=b"]],
                "columns has the column 'a' twice"
            ),
            (["file": "%q"], "file has the unknown directive %q"),
            (["file": "{a"], "file is not a valid template"),
            (["file": "a", "keep": 1], "keep needs maxSize"),
        ] as [(Value, String)])
    func anErrorNamesTheOption(_ options: Value, _ message: String) throws {
        let error = try #require(try optionError("files", options))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.code == "output.option")
    }
}
