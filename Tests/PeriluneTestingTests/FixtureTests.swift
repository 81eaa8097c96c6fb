import PeriluneCore
import Testing

@testable import PeriluneTesting

/// Fields of a case that a plugin understands.
struct FixtureTests {
    private static let rule = """
        local shelf = require "shelf"
        return { on = "n.*", execute = function(_, c) c:emit(shelf.books()) end }
        """

    private func run(_ cases: String) async throws -> [String] {
        try await Workplace.of(Self.rule, tests: "return {\n\(cases)\n}").run {
            $0.environment = TestEnvironment(fixtures: [ShelfFixture()])
        }.failures
    }

    @Test(arguments: [("", 0), ("seed = 1,", 0), ("shelf = { books = 3 },", 3)])
    func `A case runs with the plugin that its field makes, or else with the usual one`(
        field: String, books: Int
    ) async throws {
        let failures = try await run(
            "{ name = \"case\", \(field) events = { { type = \"n.x\" } }, output = { \(books) } }")
        #expect(failures == [])
    }

    @Test(arguments: ["events = {}", "run = function(t) t.decide { type = \"n.x\" } end"])
    func `What differs afterwards fails the case at the line of the field`(
        body: String
    ) async throws {
        let failures = try await run(
            "{ name = \"case\", \(body),\n shelf = { books = 3,\n after = 4 } }")
        #expect(failures == ["4: shelf.after"])
    }
}

/// A plugin with books, of which scripts can ask how many there are.
private struct Shelf: Plugin, OpenFixture {
    let name = "shelf"
    var books: Int64 = 0
    var after: Int64?

    var plugin: any Plugin { self }

    func register(in registry: inout Registry) throws(PeriluneError) {
        let books = books
        try registry.add(
            HostModule(
                "shelf", "Books.",
                [
                    HostFunction(
                        "books", "How many there are.", [], .sync { _, _ in .integer(books) })
                ]
            ))
    }

    func differences() -> [Difference] {
        guard let after, after != books else { return [] }
        return [Difference([.name("after")], expected: "\(after)", found: "\(books)")]
    }
}

private struct ShelfFixture: Fixture {
    let field = "shelf"
    let plugin: any Plugin = Shelf()

    func open(_ value: Value, folder: String) -> any OpenFixture {
        Shelf(books: value["books"]?.integer ?? 0, after: value["after"]?.integer)
    }
}
