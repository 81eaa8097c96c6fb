import Testing

@testable import LuaSyntax

struct OutlineTests {
    static let sample = """
        -- Scripts/every_third_link.lua - the Link Drill Handler sample
        --   Takes a snapshot of every third link.

        -- not part of it
        local snapshot, state = require "snapshot", require("state")
        local delegate = { on = { "link.drill", "link.url" }, evt = 10000001 }
        delegate.priority = -5

        function delegate:shouldHandleLinkDrillNavigation() return true end

        function delegate:executeURL(url, commander, view)
          require(url)
        end

        delegate.key = function(event) return event.subject end
        return delegate
        """

    @Test func listsTheFunctionsOfADelegate() {
        let outline = Outline(Array(Self.sample.utf8))
        #expect(
            outline.functions.map {
                "\($0.name) \($0.position.line) \($0.takesSelf) \($0.parameters)"
            }
                == [
                    "shouldHandleLinkDrillNavigation 9 true []",
                    "executeURL 11 true [\"url\", \"commander\", \"view\"]",
                    "key 15 false [\"event\"]",
                ])
    }

    @Test func listsSelfAsAParameter() {
        let outline = Outline(Array("return { execute = function(self, event) end }".utf8))
        #expect(outline.functions.map(\.takesSelf) == [true])
        #expect(outline.functions.map(\.parameters) == [["event"]])
    }

    @Test func listsTheModulesOfAScript() {
        let outline = Outline(Array(Self.sample.utf8))
        #expect(outline.requirements.map(\.module) == ["snapshot", "state"])
        #expect(outline.requirements.map(\.position.column) == [33, 53])
        #expect(outline.usesState)
        #expect(!Outline(Array("local t = { state = 1 } return t".utf8)).usesState)
    }

    @Test func usesTheFirstCommentAsTheDescription() {
        let outline = Outline(Array(Self.sample.utf8))
        #expect(
            outline.description
                == "Scripts/every_third_link.lua - the Link Drill Handler sample\n  Takes a snapshot of every third link."
        )
        #expect(Outline(Array("local x --[[ no ]]".utf8)).description == nil)
        #expect(Outline(Array("--[[\nlong\n]]\nx =".utf8)).description == "long")
    }

    @Test func listsLiteralFieldsWithPlaces() throws {
        let fields = Outline(Array(Self.sample.utf8)).fields
        #expect(fields.map(\.name) == ["on", "evt", "priority"])
        #expect(fields.map(\.position.column) == [20, 55, 10])
        guard case .table(let types) = fields[0].value.kind else {
            Issue.record("'on' is no table")
            return
        }
        #expect(types.map(\.value.position.column) == [27, 41])
        #expect(fields[1].value.position == Position(offset: 247, line: 6, column: 61))
        guard case .integer(10_000_001) = fields[1].value.kind else {
            Issue.record("'evt' is no integer")
            return
        }
        guard case .integer(-5) = fields[2].value.kind else {
            Issue.record("'priority' is no integer")
            return
        }
    }

    @Test func answersForScriptsThatDoNotCompile() {
        let outline = Outline(Array("-- words\nreturn {".utf8))
        #expect(outline.description == "words")
        #expect(outline.functions.isEmpty && outline.fields.isEmpty)
    }
}
