import Testing

/// Lines that are no event are kept with their bytes and the reason; all others are decided.
struct BadInputTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Runs a log of one line between two good ones, and answers what the quarantine holds of it.
    private func quarantined(_ line: [UInt8], _ options: String = "") throws -> [String: Any]? {
        let good = Array(#"{"id":"1","source":"s","type":"link.url","data":{"url":"x:y"}}"#.utf8)
        try shell.write(good + [10] + line + [10] + good + [10], "log.jsonl")
        let result = try shell.perilune(
            "process log.jsonl \(options) --records - --quarantine q.jsonl")
        let outcomes = try result.objects().map { $0["outcome"] as? String }
        #expect(outcomes.first == "default")
        #expect(outcomes.last == "default")
        let quarantine = try shell.run("cat q.jsonl").objects()
        #expect(result.status == (quarantine.isEmpty ? 0 : 2))
        #expect(outcomes.count == 3)
        if !quarantine.isEmpty { #expect(result.errors.contains("log.jsonl:2")) }
        return quarantine.first
    }

    private static func event(_ rest: String) -> String {
        #"{"id":"2","source":"s","type":"link.url""# + rest + "}"
    }

    @Test(arguments: [
        ("not json", "json."),
        (#"{"id":"2","source":"s","type":"a.b""#, "json."),
        (#"{"id":"2","source":"s"}"#, "event.type"),
        (#"{"id":"2","type":"a.b"}"#, "event.source"),
        (#"{"source":"s","type":"a.b"}"#, "event.id"),
        ("[1,2]", "event.object"),
        ("7", "event.object"),
        (event(#","data":{"a":1,"a":2}"#), "json.duplicate"),
        (event(#","data":"a\#u{0}b""#), "json.string"),
        ("\u{0}\u{0}", "json."),
        (event(#","data":01"#), "json."),
        (
            event(
                ",\"data\":" + String(repeating: "[", count: 10_000)
                    + String(repeating: "]", count: 10_000)), "json.depth"
        ),
    ])
    func quarantinesALineThatIsNotAnEvent(line: String, code: String) throws {
        let kept = try #require(try quarantined(Array(line.utf8)))
        #expect(kept["bytes"] as? String == line)
        #expect(kept["line"] as? Int == 2)
        #expect(kept["offset"] as? Int == 63)
        let error = try #require(kept["error"] as? [String: Any])
        #expect((error["code"] as? String)?.hasPrefix(code) == true, "\(error)")
    }

    @Test func quarantinesBytesThatAreNotUTF8AsBase64() throws {
        let line =
            Array(#"{"id":""#.utf8) + [0xFF, 0xFE] + Array(#"","source":"s","type":"a.b"}"#.utf8)
        let kept = try #require(try quarantined(line))
        #expect(kept["base64"] as? String == "eyJpZCI6Iv/+Iiwic291cmNlIjoicyIsInR5cGUiOiJhLmIifQ==")
        #expect((kept["error"] as? [String: Any])?["code"] as? String == "json.utf8")
    }

    @Test(arguments: [
        "1e400", "9223372036854775808", "18446744073709551616", "-9223372036854775809",
    ])
    func copiesNumbersThatDoNotFitUnchanged(number: String) throws {
        try shell.write(
            "return { on = 'a.b', execute = function(e, c) c:emit(e) end }", "pass.lua")
        let line = #"{"id":"2","source":"s","type":"a.b","data":{"v":\#(number)}}"#
        #expect(try quarantined(Array(line.utf8), "-s pass.lua -o out.jsonl") == nil)
        #expect(try shell.read("out.jsonl").contains(line))
    }

    @Test(arguments: ["1e400", "9223372036854775808", "18446744073709551616"])
    func namesANumberThatDoesNotFitWhenAScriptReadsIt(number: String) throws {
        try shell.write(
            "return { on = 'a.b', execute = function(e, c) c:emit{e.data.v} end }", "read.lua")
        let line = #"{"id":"2","source":"s","type":"a.b","data":{"v":\#(number)}}"#
        let kept = try #require(try quarantined(Array(line.utf8), "-s read.lua -o out.jsonl"))
        #expect(kept["bytes"] as? String == line)
        let error = try #require(kept["error"] as? [String: Any])
        #expect((error["message"] as? String)?.contains(number) == true)
    }

    @Test func readsACarriageReturnAndAByteOrderMarkAsPartOfTheFile() throws {
        let line = Self.event(#","data":{"url":"x:y"}"#)
        try shell.write([0xEF, 0xBB, 0xBF] + Array("\(line)\r\n\(line)\r\n".utf8), "log.jsonl")
        let result = try shell.perilune("process log.jsonl --records -")
        #expect(try result.objects().map { $0["event"] as? String } == ["2", "2"])
        #expect(result.status == 0)
    }

    @Test func readsALastLineWithoutItsEnd() throws {
        try shell.run("head -c -1 Scripts/links.jsonl > log.jsonl")
        #expect(try shell.perilune("process log.jsonl --records -").lines.count == 20)
    }

    @Test func anEmptyLogIsNotAnError() throws {
        try shell.write("", "log.jsonl")
        let result = try shell.perilune("process log.jsonl --records - --summary json")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(#""in":0,"#))
        #expect(result.status == 0)
    }

    /// `VmHWM` is the most memory that the process had at any time.
    @Test func aLineOf100MegabytesNeedsNoMoreMemory() throws {
        try shell.run(
            """
            head -n 1 Scripts/links.jsonl > log.jsonl
            head -c 100000000 /dev/zero | tr '\\0' 'x' >> log.jsonl
            echo >> log.jsonl
            head -n 1 Scripts/links.jsonl >> log.jsonl
            """)
        let result = try shell.run(
            """
            (cat log.jsonl; sleep 1; echo) | perilune process - --records - --quarantine q.jsonl &
            while kill -0 $! 2>/dev/null; do
                grep VmHWM /proc/$!/status >> peaks 2>/dev/null
                sleep 0.05
            done
            wait $!
            """)
        #expect(result.lines.count == 3)
        #expect(result.errors.contains("the line exceeds the maximum length of an event"))
        #expect(result.status == 2)
        let peaks = try shell.read("peaks").split(separator: "\n").compactMap { line in
            line.split(separator: " ").compactMap { Int($0) }.first
        }
        #expect(try #require(peaks.max()) < 100_000, "kilobytes")
        // The beginning is kept: a compressed log of a few bytes can hold such a line.
        let kept = try shell.read("q.jsonl")
        #expect(kept.contains(String(repeating: "x", count: 65536)))
        #expect(kept.utf8.count < 67_000)
    }
}
