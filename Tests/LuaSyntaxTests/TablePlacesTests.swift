import LuaSyntax
import Testing

struct TablePlacesTests {
    private func place(_ path: [TableStep], in text: String) throws -> String {
        let position = try TablePlaces(Array(text.utf8)).position(of: path)
        return "\(position.line):\(position.column)"
    }

    @Test func findsNamesAndElements() throws {
        let text = "return {\n  a = 1, ['b c'] = { 5,\n { d = 2 } },\n}"
        #expect(try place([.name("a")], in: text) == "2:3")
        #expect(try place([.name("b c")], in: text) == "2:10")
        #expect(try place([.name("b c"), .element(2)], in: text) == "3:2")
        #expect(try place([.name("b c"), .element(2), .name("d")], in: text) == "3:4")
    }

    @Test func followsVariablesAndAssignments() throws {
        let text = """
            local limits = { time = 5 }
            local root = { limits = limits }
            root.scripts = { "a" }
            root.scripts[2] = "b"
            return root
            """
        #expect(try place([.name("limits"), .name("time")], in: text) == "1:18")
        #expect(try place([.name("scripts"), .element(1)], in: text) == "3:18")
    }

    @Test func looksIntoTheTableThatIsPassedToAFunction() throws {
        let text = "local board = m.define {\n  a = 1 }\nboard.b = 2\nreturn board"
        #expect(try place([.name("a")], in: text) == "2:3")
        #expect(try place([.name("b")], in: text) == "3:7")
        #expect(try place([.name("a")], in: "return m.define({\n a = f(f) })") == "2:2")
    }

    @Test func fallsBackToTheNearestEnclosingTable() throws {
        let text = "local function f() return { x = 1 } end\nreturn { a = { b = f() } }"
        #expect(try place([.name("a"), .name("b"), .name("x")], in: text) == "2:16")
        #expect(try place([.name("a"), .name("c")], in: text) == "2:10")
        #expect(try place([.name("z")], in: text) == "2:1")
        #expect(try place([], in: "return f()") == "1:1")
    }

    @Test(arguments: [
        "x = y y = x return x", "local a = a return a", "return", "", "return ...",
        "for i = 1, 2 do return i end",
    ])
    func terminatesWithoutATable(_ text: String) throws {
        _ = try place([.name("a"), .element(1)], in: text)
    }

    @Test func findsMixedTablesAndFunctions() throws {
        let mixed = try TablePlaces(Array("return {\n { 1, a = 2 } }".utf8))
        #expect(mixed.mixed?.line == 2)
        let function = try TablePlaces(Array("return { f = function() end }".utf8))
        #expect(function.function?.column == 14)
        #expect(function.mixed == nil)
    }
}
