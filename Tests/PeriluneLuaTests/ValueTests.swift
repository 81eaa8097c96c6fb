import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import Testing

/// null, empty containers, strings and order: nothing is lost on the way through a script.
struct ValueTests {
    private let lab = Lab()

    @Test func nullIsNotNil() async throws {
        let data = #"{"a":null}"#
        #expect(try await lab.value(of: "event.data.a == json.null", data) == "true")
        #expect(try await lab.value(of: "event.data.a == nil", data) == "false")
        #expect(try await lab.value(of: "event.data.b == nil", data) == "true")
        #expect(try await lab.value(of: "tostring(event.data.a)", data) == #""null""#)
    }

    @Test func indexingNullSaysSo() async throws {
        let error = try await lab.error("local x = event.data.a.b", #"{"a":null}"#)
        #expect(error.message == "attempt to index a null value (field 'a')")
    }

    @Test(arguments: [
        ("local x = event.data.a + 1", "attempt to perform arithmetic on a null value (field 'a')"),
        (
            "local data = event.data local x = 2 * data.a",
            "attempt to perform arithmetic on a null value (field 'a')"
        ),
        (
            "local a = event.data.a local x = -a",
            "attempt to perform arithmetic on a null value (local 'a')"
        ),
        ("local x = event.data.a .. 'x'", "attempt to concatenate a null value (field 'a')"),
        ("local x = event.data.a < 1", "attempt to compare null with number"),
        ("local x = #event.data.a", "attempt to get length of a null value (field 'a')"),
        ("event.data.a()", "attempt to call a null value (field 'a')"),
        ("event.data.a.b = 1", "attempt to index a null value (field 'a')"),
        (
            "local x = event.data.o + 1",
            "attempt to perform arithmetic on an event value (field 'o')"
        ),
        ("local x = event.data.o < 1", "attempt to compare event with number"),
        ("local x = event.data.o < event.data", "attempt to compare two event values"),
        ("local x = commander:default() .. ''", "attempt to concatenate an event value"),
    ])
    func anErrorNamesTheTypeAndTheField(_ body: String, _ message: String) async throws {
        let error = try await lab.error(body, #"{"a":null,"o":{}}"#)
        #expect(error.message == message)
        #expect(error.place.line == 4)
    }

    @Test(arguments: [
        ("commander.x == nil", "true"), ("commander.emit == commander.emit", "true"),
        ("type(commander)", #""userdata""#), ("tostring(commander)", #""commander""#),
        ("tostring(commander:default())", #""userdata""#), ("#event.data", "0"),
        ("event[1] == nil and event.data.l.x == nil", "true"), ("event.data.l[1.0]", "7"),
        ("event.data.l[0] == nil and event.data.l[1 << 33] == nil", "true"),
    ])
    func missingFieldsAreNil(_ expression: String, _ value: String) async throws {
        #expect(try await lab.value(of: expression, #"{"l":[7]}"#) == value)
    }

    @Test(arguments: [
        ("#commander", "attempt to get length of the commander"),
        ("('x').rep(event)", "string expected, got event"),
        ("pairs(commander)", "attempt to iterate the commander"),
        ("json.encode(commander)", "cannot be represented in JSON"),
        ("json.copy(commander)", "cannot be represented in JSON"),
        ("commander:default().x", "attempt to index the result of a method of the commander"),
        ("json.encode(commander:default())", "cannot be represented in JSON"),
        ("commander.emit(1)", "emit is a method: write commander:emit(...), with a colon"),
        (
            "commander.publish({})",
            "publish is a method: write commander:publish(...), with a colon"
        ),
    ])
    func misuseOfTheEventAndTheCommanderIsAnError(
        _ expression: String, _ message: String
    ) async throws {
        let error = try await lab.error("local x = \(expression)")
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test func aNameIsFoundByItsTextNotByItsSpelling() async throws {
        // The second event spells another name as the first one's text, at the same place.
        let rule = lab.rule(#"commander:emit({ event.data["d\\u0061"] or "none" })"#)
        let results = try await lab.run(
            rule, [.test(#"{"d\\u0061":1}"#), .test(#"{"d\u0061":2}"#, id: "2")])
        #expect(results.lines == ["[1]", #"["none"]"#])
    }

    @Test func nullSurvivesTablesAndHostCalls() async throws {
        var lab = lab
        lab.modules = [.echo]
        let lines = try await lab.emitted(
            "commander:emit({ a = json.null, b = { json.null, 1 }, c = echo.value({ json.null }) })",
            before: "local echo = require 'echo'")
        #expect(lines == [#"{"a":null,"b":[null,1],"c":[null]}"#])
    }

    @Test(arguments: ["[]", "{}", "[[],{}]", #"{"a":[],"b":{},"c":[{"d":[]}]}"#, "[[[]]]"])
    func emptyContainersKeepTheirKind(_ data: String) async throws {
        #expect(try await lab.value(of: "event.data", data) == data)
        #expect(try await lab.value(of: "json.copy(event.data)", data) == data)
        #expect(
            try await lab.value(of: "json.decode(json.encode(json.copy(event.data)))", data) == data
        )
    }

    @Test func emptyContainersKeepTheirKindThroughAHostCall() async throws {
        var lab = lab
        lab.modules = [.echo]
        let lines = try await lab.emitted(
            "commander:emit(echo.value(event.data))", before: "local echo = require 'echo'",
            #"{"a":[],"b":{}}"#)
        #expect(lines == [#"{"a":[],"b":{}}"#])
    }

    @Test func anEmptyTableIsAnObjectUnlessMarkedAsAnArray() async throws {
        #expect(try await lab.value(of: "{}") == "{}")
        #expect(try await lab.value(of: "json.array()") == "[]")
        #expect(try await lab.value(of: "json.array({})") == "[]")
        #expect(try await lab.value(of: "json.object()") == "{}")
        #expect(try await lab.value(of: "{ json.array(), json.object() }") == "[[],{}]")
    }

    @Test(arguments: [
        ("{ 1, nil, 3 }", "holes"), ("{ 1, a = 2 }", "holes"), ("{ [1.5] = 1 }", "holes"),
        ("{ [true] = 1 }", "a boolean as a key"), ("error", "a function"),
        ("json.array({ a = 1 })", "holes"), ("'\\xff'", "not UTF-8"),
        ("{ ['\\xff'] = 1 }", "not UTF-8"),
        ("commander:pass()", "cannot be represented in JSON"),
        ("coroutine.create(error)", "a thread"),
    ])
    func aValueThatIsNotJSONIsRefused(_ expression: String, _ expected: String) async throws {
        let error = try await lab.error("commander:emit(\(expression))")
        #expect(error.message.contains(expected), "\(error.message)")
    }

    @Test func aTableInsideItselfIsRefused() async throws {
        let error = try await lab.error("local t = {} t.t = t commander:emit(t)")
        #expect(error.message.contains("contains itself"))
    }

    @Test func aRefusedValueLeavesNoPartialLine() async throws {
        let lines = try await lab.emitted(
            """
            pcall(commander.emit, commander, { a = "text", b = error })
            commander:emit(1)
            pcall(commander.emit, commander, { { { error } } })
            """)
        #expect(lines == ["1"])
    }

    @Test func aNameComesBeforeThoseThatBeginWithIt() async throws {
        let names = (1...20).map { String(repeating: "a", count: $0) }
        let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
        let fields = names.shuffled().map { "\($0) = 0" }.joined(separator: ", ")
        #expect(try await lab.value(of: "{ \(fields) }") == "{\(members)}")
    }

    @Test func namesAreSortedWhereATableHasNoOrder() async throws {
        #expect(
            try await lab.value(of: "{ b = 1, a = 2, ['10'] = 3, ['é'] = 4, B = 5 }")
                == #"{"10":3,"B":5,"a":2,"b":1,"é":4}"#)
    }

    @Test(arguments: [
        (#""a\u0000b""#, "3"), (#""\ud83d\ude00""#, "4"), (#""\ud800""#, "3"),
        (#""\n\"\\\/\u0041""#, "5"),
        (#""é€😀""#, "9"), (#""""#, "0"),
    ])
    func stringsAreUnescaped(_ text: String, _ length: String) async throws {
        #expect(try await lab.value(of: "#event.data", text) == length)
        let value = try await lab.value(of: "event.data .. ''", text)
        #expect(try Value(json: value) == Value(json: text))
    }

    @Test func aNameMayBeAnything() async throws {
        let data = #"{"":1,"a\u0000":2,"\u0061b":3,"é":4,"a.b":5,"\"":6}"#
        #expect(
            try await lab.value(
                of:
                    #"{ event.data[""], event.data["a\0"], event.data.ab, event.data["é"], event.data["a.b"], event.data['"'] }"#,
                data) == "[1,2,3,4,5,6]")
    }

    @Test(arguments: [#"{"a":1,"a":2}"#, #"{"x":{"a":1,"\u0061":2}}"#])
    func aRepeatedNameIsRefused(_ data: String) async throws {
        let results = try await lab.run(lab.rule("commander:emit(1)"), [.test(data)])
        #expect(results.records.first?.outcome == .failed)
        #expect(results.lines.isEmpty)
        let error = try await lab.error(
            "json.decode(event.data)", Value.string(data).json)
        #expect(error.message.contains("is not valid JSON"))
    }

    @Test func aCachedNameIsComparedAsText() async throws {
        // The same bytes mean another name where a backslash or a quote is part of the name itself.
        let rule = lab.rule(#"commander:emit(event.data['a\\u0062'] or "none")"#)
        let results = try await lab.run(
            rule, [.test(#"{"a\\u0062":1}"#), .test(#"{"a\u0062":2}"#, id: "2")])
        #expect(results.lines == ["1", #""none""#])
        let quote = lab.rule(#"commander:emit(event.data['a":"b'] or "none")"#)
        let second = try await lab.run(
            quote, [.test(#"{"a\":\"b":1}"#), .test(#"{"a":"b"}"#, id: "2")])
        #expect(second.lines == ["1", #""none""#])
    }

    @Test func anEmittedValueIsOneLine() async throws {
        let data = "{\n  \"a\": 1,\r\n  \"b\": [\n    2\n  ]\n}"
        let results = try await lab.run(
            lab.rule("commander:emit(event.data) commander:emit(json.with(event.data, { b = 3 }))"),
            [.test(data)])
        #expect(results.lines.count == 2)
        #expect(try Value(json: results.lines[0]) == Value(json: data))
    }

    @Test func numericTextIsNotAnIndex() async throws {
        #expect(try await lab.value(of: #"event.data["1"] == nil"#, "[5]") == "true")
        #expect(try await lab.value(of: "event.data[1.0]", "[5]") == "5")
        #expect(try await lab.value(of: "event.data[0] == nil", "[5]") == "true")
        #expect(try await lab.value(of: "event.data[-1] == nil", "[5]") == "true")
        #expect(try await lab.value(of: "event.data[math.maxinteger] == nil", "[5]") == "true")
        #expect(try await lab.value(of: "event.data[4294967297] == nil", "[5]") == "true")
        #expect(try await lab.value(of: "event.data[1] == nil", #"{"1":5}"#) == "true")
    }

    @Test func lengthAndIterationOfParts() async throws {
        #expect(try await lab.value(of: "#event.data", "[1,[2],3]") == "3")
        let lines = try await lab.emitted(
            """
            for i, x in ipairs(event.data.list) do commander:emit({ i, x }) end
            for name, x in pairs(event.data) do commander:emit(name) end
            for i, x in pairs(event.data.list) do commander:emit(i) end
            """, #"{"z":1,"list":[5,{"a":1}],"a":2}"#)
        #expect(
            lines == ["[1,5]", #"[2,{"a":1}]"#, #""z""#, #""list""#, #""a""#, "1", "2"])
    }

    @Test func theEventIsReadOnly() async throws {
        for body in ["event.id = 'x'", "event.data.list[1] = 1", "event.data = nil"] {
            let error = try await lab.error(body, #"{"list":[1]}"#)
            #expect(error.message.contains("read-only"))
        }
        let error = try await lab.error("rawset(event, 'x', 1)")
        #expect(error.message.contains("table expected"))
        #expect(try await lab.value(of: "getmetatable(event)") == "false")
    }
}
