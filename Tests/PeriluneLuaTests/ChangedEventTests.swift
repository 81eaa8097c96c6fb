import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import Testing

/// json.with and json.without: the members that are not named go out byte for byte.
struct ChangedEventTests {
    private let lab = Lab()

    @Test(arguments: [2, 8, 9, 40, 3000])
    func manyChangesReplaceAddAndRemove(_ count: Int) async throws {
        let members = (1...count).map { #""n\#($0)":\#($0)"# }.joined(separator: ",")
        let lines = try await Lab().emitted(
            """
            local changes, names = {}, {}
            for i = 1, \(count), 2 do changes["n" .. i] = -i changes["more" .. i] = i end
            local value = json.with(event.data, changes)
            value = json.without(value, "n2", "missing")
            commander:emit(value)
            commander:emit(json.with(event.data, { m1 = 1, m2 = 2, m3 = 3, m4 = 4, m5 = 5, m6 = 6, m7 = 7, m8 = 8, m9 = 9 }))
            """, "{\(members)}")
        let changed = try #require(try Value(json: lines[0]).object)
        #expect(changed.pairs.count == count - 1 + (count + 1) / 2)
        for number in 1...count {
            let expected: Value? =
                number == 2 ? Optional.none : .integer(Int64(number % 2 == 1 ? -number : number))
            #expect(changed["n\(number)"] == expected)
        }
        let added = try #require(try Value(json: lines[1]).object)
        #expect(added.pairs.count == count + 9)
    }

    @Test func oneOfManyChangesReplacesAMember() async throws {
        for member in 1...20 {
            let value = try await lab.value(
                of: """
                    (function()
                        local changes = {}
                        for i = 1, 20 do changes["n" .. i] = -i end
                        return json.with(event.data, changes)
                    end)()
                    """, #"{"n\#(member)":1}"#)
            let changed = try #require(try Value(json: value).object)
            #expect(changed.pairs.count == 20)
            #expect(changed["n\(member)"] == .integer(-Int64(member)))
        }
    }

    @Test(arguments: [
        (
            "json.with(event.data, { c = 3 })", #"{ "a" : 1 , "b":[ ]}"#,
            #"{"a" : 1 , "b":[ ],"c":3}"#
        ),
        ("json.with(event.data, { a = 2 })", #"{ "a" : 1 , "b":[ ]}"#, #"{"a" : 2,"b":[ ]}"#),
        ("json.with(event.data, { b = 2 })", #"{"a":1.0,"b":[]}"#, #"{"a":1.0,"b":2}"#),
        ("json.with(event.data, { a = 1 })", "{}", #"{"a":1}"#),
        ("json.with(event.data, { b = 2 })", "{\"a\":1 \t\n}", #"{"a":1,"b":2}"#),
        ("json.with(event.data, { z = 1, y = 2 })", #"{"a":1e2}"#, #"{"a":1e2,"y":2,"z":1}"#),
        ("json.with(event.data, {})", #"{"a": 1}"#, #"{"a": 1}"#),
        ("json.without(event.data, 'a')", #"{"a":1,"b":2,"c":3}"#, #"{"b":2,"c":3}"#),
        ("json.without(event.data, 'b')", #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3}"#),
        ("json.without(event.data, 'c')", #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"b":2}"#),
        ("json.without(event.data, 'a', 'b', 'c')", #"{"a":1,"b":2,"c":3}"#, "{}"),
        ("json.without(event.data, 'x')", #"{"a":1}"#, #"{"a":1}"#),
        ("json.without(event.data)", #"{"a":1}"#, #"{"a":1}"#),
        (
            "json.with(json.without(event.data, 'a'), { a = 9 })", #"{"a":1,"b":2}"#,
            #"{"a":9,"b":2}"#
        ),
        (
            "json.without(json.with(event.data, { a = 9, c = 1 }), 'a', 'c')", #"{"a":1,"b":2}"#,
            #"{"b":2}"#
        ),
        (
            "json.with(event.data, { b = json.with(event.data.b, { x = json.null }) })",
            #"{"a":1.50,"b":{"y":1e0}}"#, #"{"a":1.50,"b":{"y":1e0,"x":null}}"#
        ),
        (
            "json.with(event.data, { list = event.data.other })", #"{"list":[1],"other":[ 2.0 ]}"#,
            #"{"list":[ 2.0 ],"other":[ 2.0 ]}"#
        ),
        (
            "json.with(event.data, { ab = 2 })", #"{"\u0061b":1,"c":3}"#, #"{"\u0061b":2,"c":3}"#
        ),
        ("json.with({ a = 1, b = 2 }, { b = 3 })", "{}", #"{"a":1,"b":3}"#),
        ("json.without({ a = 1, b = 2 }, 'b')", "{}", #"{"a":1}"#),
        (
            "{ json.with(event.data, { b = 2 }), event.data }", #"{"a":1}"#,
            #"[{"a":1,"b":2},{"a":1}]"#
        ),
    ])
    func isEmittedAsJSON(_ expression: String, _ data: String, _ expected: String) async throws {
        #expect(try await lab.value(of: expression, data) == expected)
        #expect(
            try await lab.value(of: "json.encode(\(expression))", data)
                == Value.string(expected).json)
    }

    @Test func reads() async throws {
        let data = #"{"a":1,"b":2,"c":{"d":3}}"#
        let changed = "json.without(json.with(event.data, { a = 5, e = { 6 } }), 'b')"
        #expect(try await lab.value(of: "\(changed).a", data) == "5")
        #expect(try await lab.value(of: "\(changed).b == nil", data) == "true")
        #expect(try await lab.value(of: "\(changed).c.d", data) == "3")
        #expect(try await lab.value(of: "\(changed).e[1]", data) == "6")
    }

    @Test func doesNotChangeTheOriginalEvent() async throws {
        let lines = try await lab.emitted(
            """
            local changed = json.with(event.data, { a = 2 })
            local again = json.with(changed, { a = 3 })
            commander:emit({ event.data.a, changed.a, again.a })
            """, #"{"a":1}"#)
        #expect(lines == ["[1,2,3]"])
    }

    @Test func aChangedEventIsText() async throws {
        let data = #"{"n\u0061me":"\u0062\n","other\t":1}"#
        let text = try await lab.value(of: "tostring(json.with(event.data, { x = 1 }))", data)
        #expect(
            try Value(json: text).string == #"{"n\u0061me":"\u0062\n","other\t":1,"x":1}"#)
    }

    @Test(arguments: [
        "json.with(event.data.list, { a = 1 })", "json.with(1, { a = 1 })",
        "json.with(event.data, { 1 })", "json.with(event.data, 1)", "json.without(event.data, 1)",
        "json.with(event.data, { a = error })",
    ])
    func refusesInvalidChanges(_ expression: String) async throws {
        let error = try await lab.error("commander:emit(\(expression))", #"{"list":[1]}"#)
        #expect(error.code == "script.runtime")
    }

    @Test func isReadOnly() async throws {
        let error = try await lab.error("json.with(event.data, {}).a = 1")
        #expect(error.message.contains("read-only"))
    }

    @Test func isInvalidAfterItsEvent() async throws {
        let rule = lab.rule(
            """
            local view = event.data.x
            if kept then commander:emit(kept) end
            kept = json.with(view, { a = 1 })
            """, before: "local kept")
        let results = try await lab.run(
            rule, [.test(#"{"x":{}}"#), .test(#"{"x":[1,2]}"#, id: "2")])
        #expect(results.records[1].error?.code == "script.kept")
    }
}
