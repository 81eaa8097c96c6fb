import PeriluneCore
import PeriluneLua
import Testing

/// Tables as scripts know them from Lua: their members, metatables, and changes while they are walked.
struct TableTests {
    private let lab = Lab()

    @Test(arguments: [
        ("{ abc = 1, a = 2, ab = 3 }", #"{"a":2,"ab":3,"abc":1}"#),
        ("{ b = 1, ab = 2, a = 3, ba = 4 }", #"{"a":3,"ab":2,"b":1,"ba":4}"#),
        (#"{ [""] = 1, a = 2, ["\0"] = 3, ["a\0"] = 4 }"#, #"{"":1,"\u0000":3,"a":2,"a\u0000":4}"#),
        (
            #"{ ["é"] = 1, z = 2, Z = 3, ["10"] = 4, ["9"] = 5 }"#,
            #"{"10":4,"9":5,"Z":3,"z":2,"é":1}"#
        ),
    ])
    func membersAreWrittenInTheOrderOfTheirBytes(_ table: String, _ json: String) async throws {
        #expect(try await lab.value(of: table) == json)
        #expect(try await lab.value(of: "json.encode(\(table))") == Value.string(json).json)
    }

    @Test func manyMembersAreWrittenInTheOrderOfTheirBytes() async throws {
        let body = """
            local t, names = {}, {}
            for i = 1, 300 do
              local name = ("x"):rep(i * 7 % 11) .. i * 7919 % 300
              t[name] = true
            end
            for name in pairs(t) do names[#names + 1] = name end
            table.sort(names)
            for i, name in ipairs(names) do names[i] = '"' .. name .. '":true' end
            commander:emit(json.encode(t) == "{" .. table.concat(names, ",") .. "}")
            """
        #expect(try await lab.emitted(body) == ["true"])
    }

    @Test func aProtectedMetatableIsNeitherShownNorReplaced() async throws {
        let before = "local t = setmetatable({}, { __metatable = 'mine', __index = { x = 1 } })"
        let lines = try await lab.emitted(
            """
            \(before)
            commander:emit(getmetatable(t))
            commander:emit(pcall(setmetatable, t, {}) == false)
            commander:emit(pcall(setmetatable, t, nil) == false)
            commander:emit(t.x)
            """)
        #expect(lines == [#""mine""#, "true", "true", "1"])
        #expect(
            try await lab.emitted(
                "local m = {} commander:emit(getmetatable(setmetatable({}, m)) == m)") == ["true"])
    }

    @Test func keysMayBeClearedDuringIteration() async throws {
        let body = """
            local t, seen = {}, 0
            for i = 1, 200 do t[i], t["k" .. i] = i, i end
            for key in pairs(t) do
              seen = seen + 1
              t[key] = nil
            end
            commander:emit(seen)
            commander:emit(next(t) == nil)
            """
        #expect(try await lab.emitted(body) == ["400", "true"])
    }

    @Test func stateMayBeClearedDuringIteration() async throws {
        let body = """
            state.t = {}
            for i = 1, 50 do state["k" .. i], state.t["k" .. i] = i, i end
            local seen = 0
            for key in pairs(state.t) do seen = seen + 1 state.t[key] = nil end
            for key in pairs(state) do seen = seen + 1 state[key] = nil end
            commander:emit(seen)
            for _ in pairs(state) do commander:emit("left") end
            """
        let lines = try await lab.emitted(body, before: "local state = require 'state'")
        #expect(lines == ["101"])
    }
}
