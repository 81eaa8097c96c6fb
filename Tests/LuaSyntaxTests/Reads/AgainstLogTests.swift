import Testing

@testable import LuaSyntax

/// What a script says that no event of a log bears out.
struct AgainstLogTests {
    @Test(arguments: [
        (
            "e.data.veiw", "1:41: error: no event of the log has the field 'data.veiw'",
            "did you mean 'view'?"
        ),
        (
            "e.data.other.x", "1:41: error: no event of the log has the field 'data.other'",
            "fields in the log: amount, items, late, note, stage, view"
        ),
        (
            "e.data.other", "1:41: warning: no event of the log has the field 'data.other'",
            "fields in the log: amount, items, late, note, stage, view"
        ),
        (
            "e.data.veiw and 1", "1:41: warning: no event of the log has the field 'data.veiw'",
            "did you mean 'view'?"
        ),
        (
            "e.data.items[1].prcie",
            "1:50: error: no event of the log has the field 'data.items[].prcie'",
            "did you mean 'price'?"
        ),
        (
            "e.data.view.x",
            "1:46: error: 'data.view' is a string in every event of the log that has it, so it has no fields",
            nil
        ),
        (
            "e.data.view == 5",
            "1:49: error: 'data.view' is a string in every event of the log that has it, never a number",
            "write the number in quotes, or 'tonumber(…)'"
        ),
        (
            "e.data.amount < '7'",
            "1:50: error: 'data.amount' is a number in every event of the log that has it, never a string",
            "remove the quotes"
        ),
        (
            "e.data.late == 1",
            "1:49: error: 'data.late' is a boolean in every event of the log that has it, never a number",
            nil
        ),
        (
            "e.data.stage == 'wno'",
            "1:50: warning: no event of the log has \"wno\" in 'data.stage'",
            "did you mean '\"won\"'?"
        ),
        (
            "e.data.stage ~= 'x'", "1:50: warning: no event of the log has \"x\" in 'data.stage'",
            "values in the log: \"lost\", \"won\""
        ),
    ]) func findsReadsThatNoEventOfTheLogHas(
        expression: String, finding: String, hint: String?
    ) throws {
        let found = try Self.findings("return { execute = function(e) f(\(expression)) end }")
        #expect(
            found.map { "\($0.line):\($0.column): \($0.severity.rawValue): \($0.message)" } == [
                finding
            ])
        #expect(found.first?.hint == hint)
    }

    @Test(arguments: [
        ("data.amuont", ["no event of the log has the field 'data.amuont'"]),
        ("data.itmes.price", ["no event of the log has the field 'data.itmes'"]),
        ("data.amount", []), ("amuont", []),
    ])
    func aggregatesReadPaths(path: String, messages: [String]) throws {
        let model = try ScriptModel(
            Array(
                "local a = require 'aggregate' return { n = a.sum('\(path)'), execute = print }"
                    .utf8),
            api: HostAPI(modules: ["aggregate": ["sum"]]))
        let findings = AgainstLog(Self.log(onlyOne: true)) { $0 == $1 }.check(model)
        #expect(findings.map(\.message) == messages)
    }

    @Test func aPathOfAConditionMayBeWrongBeforeItsLastName() throws {
        let found = try Self.findings("return { key = 'data.itmes.id', execute = print }")
        #expect(found.map(\.message) == ["no event of the log has the field 'data.itmes'"])
    }

    @Test(arguments: [
        "e.data.view == 'x' .. y", "e.data.amount == 7.0", "e.data.note == 'x'", "e.data.note.x",
        "e.data[name]", "e.data.items[1].price", "#e.data.items", "e.data.view:find('x')",
        "e.data.amount == 12345", "e.time", "e.data.stage == nil",
    ]) func acceptsReadsThatAnEventOfTheLogHas(expression: String) throws {
        #expect(try Self.findings("return { execute = function(e) f(\(expression)) end }").isEmpty)
    }

    @Test func findsATypeThatNoEventHas() throws {
        let found = try Self.findings(
            "return { on = { 'a.b', 'a.c', 'p.q' }, execute = function(e) f(e.x.y) end }")
        #expect(
            found.map(\.message) == [
                "no event of the log has the type 'a.c'",
                "no a.b event of the log has the field 'x'",
            ])
    }

    @Test func fieldsOfAnUnknownTypeAreNotReported() throws {
        let found = try Self.findings("return { on = 'x.y', execute = function(e) f(e.x.y) end }")
        #expect(found.map(\.code) == ["unknown-type"])
    }

    @Test func capturesAreThoseOfTheScriptsRule() throws {
        let script = "return { %, execute = function(e) f(e.captures.a, e.captures[1]) end }"
        let declared = script.replacing("%", with: "url = '?a={a}&b=*'")
        #expect(try Self.findings(declared).isEmpty)
        let found = try Self.findings(script.replacing("%", with: "evt = 1"))
        #expect(Set(found.map(\.message)) == ["no event of the log has the field 'captures'"])
    }

    @Test func functionsForOneTypeAreCheckedAgainstThatType() throws {
        let found = try Self.findings(
            "return { didSort = function(self, chart, data) f(data.view.x) end }")
        #expect(
            found.map(\.message) == ["no chart.sort event of the log has the field 'data.view'"])
    }

    private static func findings(_ script: String) throws -> [Diagnostic] {
        let model = try ScriptModel(
            Array(script.utf8),
            api: HostAPI(delegateFunctions: ["didSort"], delegateTypes: ["didSort": "chart.sort"]))
        let isAll = !script.contains("didSort") && !script.contains("on = ")
        return AgainstLog(log(onlyOne: isAll), published: ["p.q"]) { $0 == $1 }.check(model)
    }

    /// Twelve events, one of another type.
    private static func log(onlyOne: Bool) -> LogShape {
        let shape = LogShape()
        let limits = ShapeLimits()
        for number in 0..<12 {
            let data = container(
                container(shape.event(of: "a.b"), shape, "id", "time"), "data", shape)
            for (name, text) in [
                ("view", "v\(number)"), ("stage", number % 2 == 0 ? "won" : "lost"),
            ] {
                data?.member(name, &shape.budget)?.add(.string, .string(text), limits)
            }
            data?.member("note", &shape.budget)?.add(.null, nil, limits)
            data?.member("late", &shape.budget)?.add(.bool, .bool(true), limits)
            data?.member("amount", &shape.budget)?.add(.integer, .integer(Int64(number)), limits)
            let items = data?.member("items", &shape.budget)
            items?.noteContainer(.array)
            let item = items?.element(&shape.budget)
            item?.noteContainer(.object)
            item?.member("price", &shape.budget)?.add(.number, .number(0.5), limits)
        }
        guard !onlyOne else { return shape }
        let data = container(container(shape.event(of: "chart.sort"), shape), "data", shape)
        data?.member("column", &shape.budget)?.add(.string, .string("x"), limits)
        return shape
    }

    private static func container(
        _ node: ShapeNode?, _ shape: LogShape, _ texts: String...
    ) -> ShapeNode? {
        node?.noteContainer(.object)
        for name in texts {
            node?.member(name, &shape.budget)?.add(.string, .string("x"), ShapeLimits())
        }
        return node
    }

    private static func container(
        _ node: ShapeNode?, _ name: String, _ shape: LogShape
    ) -> ShapeNode? {
        let member = node?.member(name, &shape.budget)
        member?.noteContainer(.object)
        return member
    }
}
