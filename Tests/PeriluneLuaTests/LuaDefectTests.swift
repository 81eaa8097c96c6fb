import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The table of Lua's known defects, and those that an attack file cannot show.
struct LuaDefectTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func attacks(in text: String) -> Set<String> {
        Set(text.matches(of: /\b[bde]?[0-9]+_[a-z0-9_]+\b/).map { String($0.output) })
    }

    @Test func theTableNamesTheAttackFilesAndNoOthers() throws {
        let table = try String(
            contentsOf: Self.root.appending(path: "Documentation/LuaDefects.md"), encoding: .utf8)
        let named = Self.attacks(in: table)
        let files = Set(Attack.all.map { String($0.name.dropLast(".lua".count)) })
        #expect(named.subtracting(files) == [])
        let ofDefects = files.filter { $0.hasPrefix("b") || $0.hasPrefix("d") }
        #expect(ofDefects.subtracting(named) == [])
    }

    @Test func eachDefectThatScriptsReachHasAGuardAndAnAttack() throws {
        let table = try String(
            contentsOf: Self.root.appending(path: "Documentation/LuaDefects.md"), encoding: .utf8)
        let part = try #require(table.split(separator: "\n## ").dropFirst().first)
        let rows = part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 10)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(cells.count == 5, "\(row)")
            #expect(!Self.attacks(in: cells.last ?? "").isEmpty, "\(row)")
        }
    }

    @Test(arguments: [
        "t" + String(repeating: ".x", count: 80_000) + ".y.z",
        "t" + String(repeating: "[x]", count: 80_000) + ".y.z",
        "t" + String(repeating: "\n--[[ ]]\n:x\"\"\n.x", count: 201) + ".y"
            + String(repeating: "['x']", count: 201),
        String(repeating: "(", count: 20) + "t"
            + String(repeating: ".x.x.x.x.x.x.x.x.x.x.x)", count: 20),
    ])
    func manyFieldsInOneExpressionAreASyntaxError(_ expression: String) async throws {
        let error = try await Lab().loadError(
            "local t, x = {}, 'x'\nt.x = t\nreturn \(expression)")
        #expect(error.code == "script.syntax")
        #expect(error.message.contains("more than 200 fields follow each other"))
    }

    @Test func chainsOfCallsAndTwoHundredFieldsAreFine() async throws {
        let lines = try await Lab().emitted(
            """
            local t = { n = 0 }
            t.x = t
            function t:add(n) self.n = self.n + n return self end
            commander:emit(t\(String(repeating: ":add(t.x.x.n * 0 + 1)", count: 1000)).n)
            commander:emit(t\(String(repeating: ".x", count: 199)).n)
            """)
        #expect(lines == ["1000", "1000"])
    }

    @Test func concatenationsMayNestADozenCalls() async throws {
        let lines = try await Lab().emitted(
            """
            local function deep(n) if n == 0 then return "" end return deep(n - 1) .. "." end
            local money = {}
            money.__index = money
            money.__concat = function(a, b)
                if type(a) == "table" then a = a.amount .. deep(12) end
                if type(b) == "table" then b = deep(12) .. b.amount end
                return a .. b
            end
            local m = setmetatable({ amount = 5 }, money)
            for i = 1, 200 do
                local s = "a" .. m .. "b" .. m .. i
                assert(s == "a5............b5............" .. i, s)
            end
            commander:emit((("x" .. m .. "y"):gsub("%.", "")))
            """)
        #expect(lines == ["\"x5y\""])
    }

    @Test func deepCallsInAConcatMetamethodAreReported() async throws {
        let error = try await Lab().error(
            """
            local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
            local t = setmetatable({}, { __concat = function() return deep(5000) end })
            commander:emit("x" .. t .. "y")
            """)
        #expect(error.code == "script.memory")
        #expect(error.message == "calls inside of a __concat function are nested too deeply")
        #expect(error.hint?.contains("MB") == false)
    }
}
