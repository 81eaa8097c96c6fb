import Foundation
import Perilune
import PeriluneCore
import PeriluneStore
import Testing

/// Large tables of state with integer keys whose members expire.
struct ExpiringListTests {
    private static let script = """
        local state, json = require "state", require "json"
        local function large(n)
            local t = {}
            for i = 1, 70 do t["m" .. i] = n end
            return t
        end
        local ops = {
            set = function(t, o) t[o.k] = o.v end,
            table = function(t, o) t[o.k] = { o.v } end,
            large = function(t, o) t[o.k], t[o.v + 4] = large(o.v), large(o.k) end,
            get = function(t, o) return t[o.k] and 1 end,
            delete = function(t, o) t[o.k] = nil end,
            push = function(t, o) for i = 1, o.n do table.insert(t, o.v) end end,
            pop = function(t) return table.remove(t) and 1 end,
            shift = function(t) return table.remove(t, 1) and 1 end,
            length = function(t) return #t end,
            next = function(t) return (next(t)) end,
            pairs = function(t) local n = 0 for k in pairs(t) do n = n + k end return n end,
            some = function(t) local n = 0 for k in pairs(t) do n = n + k if n > 3 then break end end return n end,
            json = function(t) return (pcall(json.encode, t)) end,
            names = function(t, o) for i = 1, o.n do t["n" .. i] = large(i) end end,
            other = function(t, o) state.other[o.k] = o.v end,
        }
        return { on = "test.*", key = "all", expires = { list = "1m", other = "1m" }, execute = function(event, commander)
            state.list, state.other = state.list or {}, state.other or {}
            local found = {}
            for i, o in ipairs(event.data) do found[i] = ops[o.op](o.op == "names" and state.other or state.list, o) or json.null end
            commander:emit(found)
        end }
        """

    private func event(_ number: Int, at second: Int, _ ops: [String]) -> Event {
        let time = String(
            format: "2026-01-01T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60)
        return Event(
            json: Array(
                """
                {"specversion":"1.0","id":"\(number)","source":"s","type":"test.made",\
                "time":"\(time)","data":[\(ops.joined(separator: ","))]}
                """.utf8))
    }

    private func events(_ seed: UInt64) -> [Event] {
        var random = SeededGenerator(seed: seed)
        let names = [
            "set", "set", "table", "large", "get", "delete", "push", "push", "pop", "shift",
            "length", "next", "pairs", "some", "json", "json", "names", "other", "other", "other",
            "other",
        ]
        var second = 0
        var events = (0..<Int.random(in: 5...30, using: &random)).map { number in
            second += [1, 10, 40, 70, 130].randomElement(using: &random) ?? 1
            let ops = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                let name = names.randomElement(using: &random) ?? "set"
                let values = (1...3).map { Int.random(in: 1...(4 * $0), using: &random) }
                return #"{"op":"\#(name)","n":\#(values[0]),"k":\#(values[1]),"v":\#(values[2])}"#
            }
            return event(number, at: second, ops)
        }
        // A change removes what has expired from the store.
        events.append(event(events.count, at: second + 1, [#"{"op":"other","k":1,"v":1}"#]))
        return events
    }

    private func contents(_ store: any StateStore) throws -> [String] {
        let root = try store.load(script: "rule.lua", key: "").map { [$0] } ?? []
        let members = try (1...200).flatMap {
            try store.values(
                script: "rule.lua", prefix: "\u{1F}\($0)\u{1F}", after: nil, limit: 100)
        }
        return root.map { String(decoding: $0, as: UTF8.self) }
            + members.map { "\(StateKey($0.key)) \(String(decoding: $0.value, as: UTF8.self))" }
    }

    /// Passes events to one host, and each of them to a host of its own, as a run that is interrupted after each event.
    ///
    /// In the first case, expired members are removed from the store at the end.
    private func expectEqualState(_ events: [Event]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lab = Lab()
        let rule = lab.script(Self.script)
        lab.store = try SQLiteStateStore(path: folder.appending(path: "once").path)
        let once = try await lab.run(rule, events)
        let expected = try contents(lab.store)
        lab.store = try SQLiteStateStore(path: folder.appending(path: "interrupted").path)
        var lines: [String] = []
        for event in events { lines += try await lab.run(rule, [event]).lines }
        #expect(lines == once.lines)
        #expect(try contents(lab.store) == expected)
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func stateDoesNotDependOnWhenExpiredMembersAreRemoved(_ seed: UInt64) async throws {
        try await expectEqualState(events(seed))
    }

    @Test func theLengthOfAListWhoseMembersExpiredIsThatOfAnEmptyOne() async throws {
        let other = #"{"op":"other","k":1,"v":1}"#
        try await expectEqualState([
            event(1, at: 0, [#"{"op":"push","n":3,"v":1}"#]), event(2, at: 190, [other]),
            event(3, at: 200, [#"{"op":"json"}"#]), event(4, at: 201, [other]),
        ])
    }
}
