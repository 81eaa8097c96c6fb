import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import Testing

/// Random documents through one script: what a view answers is what a full reading answers.
struct ViewPropertyTests {
    private let lab = Lab(limits: ScriptLimits(memory: 0, time: .milliseconds(0)))
    private static let seeds = Array(UInt64(1)...5)

    private func documents(_ seed: UInt64, count: Int = 100) -> [String] {
        var random = RandomDocument(seed: seed)
        return (0..<count).map { _ in
            // A number or a string alone is read, and so written anew.
            while true {
                let text = random.text()
                if text.hasPrefix("{") || text.hasPrefix("[") { return text }
            }
        }
    }

    private func lines(_ expression: String, _ documents: [String]) async throws -> [String] {
        let results = try await lab.run(
            lab.rule("commander:emit(\(expression))"),
            documents.enumerated().map { .test($1, id: "\($0)") })
        for record in results.records { #expect(record.error == nil) }
        return results.lines
    }

    @Test(arguments: seeds)
    func anEventIsEmittedByteForByte(_ seed: UInt64) async throws {
        let documents = documents(seed)
        #expect(try await lines("event.data", documents) == documents)
        #expect(try await lines("json.with(event, {}).data", documents) == documents)
    }

    @Test(arguments: seeds)
    func aCopyIsEqual(_ seed: UInt64) async throws {
        let documents = documents(seed)
        let expected = try documents.map { try Value(json: $0).sorted }
        for expression in [
            "json.copy(event.data)", "json.decode(json.encode(event.data))",
            "json.decode(json.encode(json.copy(event.data)))",
        ] {
            let copies = try await lines(expression, documents).map { try Value(json: $0).sorted }
            #expect(copies == expected)
        }
    }

    @Test(arguments: seeds)
    func anIteratedCopyIsEqual(_ seed: UInt64) async throws {
        let documents = documents(seed)
        let rule = lab.rule(
            "commander:emit(walk(event.data))",
            before: """
                local null, array, object = require("json").null, require("json").array, require("json").object
                local function isArray(part) return json_text(part):sub(1, 1) == "[" end
                json_text = tostring
                function walk(part)
                    if type(part) ~= "userdata" or part == null then return part end
                    local copy = {}
                    if isArray(part) then
                        for i = 1, #part do copy[i] = walk(part[i]) end
                        local n = 0
                        for i, x in ipairs(part) do n = n + 1 end
                        if n ~= #part then error("ipairs and # differ") end
                        return array(copy)
                    end
                    for name, value in pairs(part) do
                        copy[name] = walk(part[name])
                        if type(value) ~= "userdata" and value ~= part[name] then error(name) end
                    end
                    return object(copy)
                end
                """)
        let results = try await lab.run(
            rule, documents.enumerated().map { .test($1, id: "\($0)") })
        let copies = try results.lines.map { try Value(json: $0).sorted }
        #expect(try copies == documents.map { try Value(json: $0).sorted })
    }

    /// The same paths over documents of many shapes: what is remembered of one must not show in the next.
    @Test(arguments: seeds)
    func aPathReadsTheSameAsAFullParse(_ seed: UInt64) async throws {
        var random = RandomDocument(seed: seed &* 977)
        var paths: [[Value]] = []
        for _ in 0..<60 {
            paths.append(
                (0..<(1 + random.number(below: 4))).map { _ in
                    random.number(below: 3) > 0
                        ? .string(
                            random.pick([
                                "a", "b", "c", "id", "list", "ab", "é", "x\"y", "", "more7",
                            ]))
                        : .integer(Int64(random.pick([1, 2, 3, 8, 9, 10, 17, 0, -1])))
                })
        }
        let pathText = Value.array(paths.map { .array($0) }).json
        let documents = (0..<100).map { _ in random.text(depth: 5) }
        let rule = lab.rule(
            """
            local answers = {}
            for i, path in ipairs(paths) do
                local part = event.data
                for _, step in ipairs(path) do
                    if type(part) ~= "userdata" or part == json.null then part = nil break end
                    part = part[step]
                end
                answers[i] = part == nil and "absent" or { part }
            end
            commander:emit(answers)
            """, before: "local paths = require('json').decode([==[\(pathText)]==])")
        let results = try await lab.run(
            rule, documents.enumerated().map { .test($1, id: "\($0)") })
        #expect(results.records.allSatisfy { $0.error == nil })
        for (line, document) in zip(results.lines, documents) {
            let whole = try Value(json: document)
            let expected = Value.array(paths.map { Self.answer(whole, $0) })
            #expect(try Value(json: line).sorted == expected.sorted, "\(document)")
        }
    }

    private static func answer(_ value: Value, _ path: [Value]) -> Value {
        var value = value
        for step in path {
            switch (step, value) {
            case (.string(let name), .object(let members)):
                guard let next = members[name] else { return "absent" }
                value = next
            case (.integer(let number), .array(let elements)):
                guard number >= 1, number <= elements.count else { return "absent" }
                value = elements[Int(number) - 1]
            default: return "absent"
            }
        }
        return .array([value])
    }

    @Test(arguments: seeds)
    func aChangedMemberIsTheOnlyChange(_ seed: UInt64) async throws {
        let documents = documents(seed).map { #"{"first": 1.0 ,"doc":\#($0),"last":[ ]}"# }
        let changed = try await lines("json.with(event.data, { first = 2, z = 3 })", documents)
        for (line, document) in zip(changed, documents) {
            #expect(
                line
                    == "{\"first\": 2,\(document.dropFirst(#"{"first": 1.0 ,"#.count).dropLast()),\"z\":3}"
            )
        }
        let without = try await lines("json.without(event.data, 'doc')", documents)
        #expect(without.allSatisfy { $0 == #"{"first": 1.0,"last":[ ]}"# })
        let parts = try await lines(
            "json.with(event.data, { first = event.data.doc }).first", documents)
        #expect(
            parts
                == documents.map {
                    String(
                        $0.dropFirst(#"{"first": 1.0 ,"doc":"#.count).dropLast(
                            #","last":[ ]}"#.count))
                })
    }

    @Test func equalNamesAtDifferentLevelsAreDifferentMembers() async throws {
        let documents = [
            #"{"a":{"b":1},"b":2}"#, #"{"b":3,"a":{"b":4}}"#, #"{"a":{"c":{"b":5}},"b":6}"#,
            #"{"a":[{"b":7}],"b":8}"#, #"{"c":"b","b":9}"#, #"{"a":{"a":{"b":10}},"c":11}"#,
        ]
        let rule = lab.rule(
            """
            local d, answers = event.data, {}
            for i = 1, 2 do
                answers[#answers + 1] = d.b or 0
                answers[#answers + 1] = d.a and d.a.b or 0
            end
            commander:emit(answers)
            """)
        let events = (documents + documents.reversed()).enumerated().map {
            Event.test($1, id: "\($0)")
        }
        let expected = [
            "[2,1,2,1]", "[3,4,3,4]", "[6,0,6,0]", "[8,0,8,0]", "[9,0,9,0]", "[0,0,0,0]",
        ]
        #expect(try await lab.run(rule, events).lines == expected + expected.reversed())
    }
}

extension Value {
    /// The value with the members of every object in the order of their names.
    var sorted: Value {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                .init(
                    members.pairs.sorted {
                        Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8))
                    }
                    .map { ($0.name, $0.value.sorted) }))
        default: self
        }
    }
}
