import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import PeriluneStore
import Testing

/// Large tables of `state`, whose members are values of their own in the store.
struct LargeStateTests {
    private let lab = Lab(limits: ScriptLimits(time: .milliseconds(20_000)))
    private let before = #"local state = require "state""#

    /// Counts what is read and written.
    private final class CountingStore: StateStore {
        let store = MemoryStateStore()
        let saved = Counter()
        let loaded = Counter()

        final class Counter: @unchecked Sendable {
            private let lock = NSLock()
            private var all: [String] = []
            func add(_ keys: [String]) { lock.withLock { all += keys } }
            var keys: [String] { lock.withLock { all } }
        }

        func load(script: String, key: String) -> [UInt8]? {
            loaded.add([key])
            return store.load(script: script, key: key)
        }

        func values(script: String, prefix: String, after: String?, limit: Int) -> [StateValue] {
            store.values(script: script, prefix: prefix, after: after, limit: limit)
        }

        func save(_ changes: [StateChange], position: InputPosition?) {
            saved.add(changes.map(\.key))
            store.save(changes, position: position)
        }

        func position(of log: String) -> InputPosition? { store.position(of: log) }
    }

    private let fill = "state.seen = {} for i = 1, 1000 do state.seen['k' .. i] = i end"

    @Test func oneMemberIsReadAndWritten() async throws {
        let store = CountingStore()
        var lab = lab
        lab.store = store
        _ = try await lab.run(
            lab.rule(fill, before: before, fields: #"key = "all","#), [.test("{}")])
        let before = (store.loaded.keys.count, store.saved.keys.count)
        let rule = lab.rule(
            "state.seen.k7 = state.seen.k7 + 1 commander:emit({ state.seen.k7, state.seen.none })",
            before: self.before, fields: #"key = "all","#)
        let lines = try await lab.run(rule, [.test("{}", id: "2")]).lines
        #expect(lines == ["[8]"])
        #expect(
            Array(store.loaded.keys.dropFirst(before.0)) == [
                "", "\u{1F}1\u{1F}sk7", "\u{1F}1\u{1F}snone",
            ])
        #expect(Array(store.saved.keys.dropFirst(before.1)) == ["\u{1F}1\u{1F}sk7"])
    }

    /// Does to state, and to a table that is copied after each event, what the events say, and emits what it saw in
    /// both.
    private static let script = """
        local state, json = require "state", require "json"
        mirror = {}
        local function copy(v)
            if type(v) ~= "table" then return v end
            local t = {}
            for k, x in pairs(v) do t[k] = copy(x) end
            return t
        end
        local function all(t)
            local found = {}
            for k, v in pairs(t) do found[#found + 1] = { k, type(v) == "table" and all(v) or v } end
            return json.array(found)
        end
        local function table_of(root, o)
            if type(root[o.t]) ~= "table" then root[o.t] = {} end
            return root[o.t]
        end
        local ops = {
            set = function(root, o) table_of(root, o)[o.k] = o.v end,
            delete = function(root, o) table_of(root, o)[o.k] = nil end,
            get = function(root, o) local v = table_of(root, o)[o.k] return type(v) == "table" and all(v) or v end,
            first = function(root, o) local k = next(table_of(root, o)) return k end,
            pairs = function(root, o) return all(table_of(root, o)) end,
            change = function(root, o)
                local t, n = table_of(root, o), 0
                for k, v in pairs(t) do
                    n = n + 1
                    if n % 3 == 0 then t[k] = nil elseif n % 3 == 1 then t[k] = o.v end
                end
                return n
            end,
            clear = function(root, o) root[o.t] = {} end,
            drop = function(root, o) root[o.t] = nil end,
            move = function(root, o) root[o.u], root[o.t] = root[o.t], nil end,
            alias = function(root, o) root[o.u] = root[o.t] end,
            fill = function(root, o)
                local t = table_of(root, o)
                for i = 1, o.n do t["f" .. i] = i end
            end,
            nest = function(root, o)
                local s = {}
                for i = 1, o.n do s["n" .. i] = i end
                table_of(root, o)[o.k] = s
            end,
            inner = function(root, o)
                local s = table_of(root, o)[o.k]
                if type(s) == "table" then s[o.j] = o.v end
            end,
            lift = function(root, o)
                local s = table_of(root, o)[o.k]
                if type(s) == "table" then root[o.u] = s root[o.t] = nil end
            end,
            push = function(root, o) root.list = root.list or {} for i = 1, o.n do table.insert(root.list, o.v) end end,
            pop = function(root, o) root.list = root.list or {} return table.remove(root.list) end,
            shift = function(root, o) root.list = root.list or {} return table.remove(root.list, 1) end,
            length = function(root, o) root.list = root.list or {} return #root.list end,
            join = function(root, o) root.list = root.list or {} return table.concat(root.list, ",") end,
            sort = function(root, o) root.list = root.list or {} table.sort(root.list) end,
            json = function(root, o) return json.encode(root[o.t] or json.null) end,
        }
        return {
            on = "test.*", key = "all",
            execute = function(event, commander)
                local was = copy(mirror)
                local results, expected = {}, {}
                for i, op in ipairs(event.data.ops) do
                    local o = {}
                    for k, v in pairs(op) do o[k] = v end
                    results[i] = ops[o.op](state, o) or json.null
                    expected[i] = ops[o.op](mirror, o) or json.null
                end
                if event.data.fail then
                    mirror = was
                    error("rolled back")
                end
                mirror = copy(mirror)
                commander:emit({ results, expected, event.data.ops })
            end,
        }
        """

    private struct Operations {
        var random: SeededGenerator

        mutating func event(_ number: Int) -> Event {
            let ops = (0..<Int.random(in: 1...6, using: &random)).map { _ in operation() }
            let fail = Int.random(in: 0..<8, using: &random) == 0
            return .test(
                Value.object(
                    .init([("ops", .array(ops)), ("fail", fail ? .bool(true) : .null)])
                ).json.replacingOccurrences(of: ",\"fail\":null", with: ""), id: "\(number)")
        }

        private mutating func operation() -> Value {
            let names = [
                "set", "set", "set", "set", "delete", "get", "get", "first", "pairs", "change",
                "clear", "drop", "move", "alias", "fill", "fill", "nest", "inner", "inner", "lift",
                "push", "push", "pop", "shift", "length", "join", "sort", "json",
            ]
            let tables = ["a", "b", "c"]
            let name = names.randomElement(using: &random) ?? "get"
            return .object(
                .init([
                    ("op", .string(name)),
                    ("t", .string(tables.randomElement(using: &random) ?? "a")),
                    ("u", .string(tables.randomElement(using: &random) ?? "a")),
                    ("k", .string("f\(Int.random(in: 1...120, using: &random))")),
                    ("j", .string("n\(Int.random(in: 1...100, using: &random))")),
                    ("n", .integer(Int64(Int.random(in: 1...110, using: &random)))),
                    ("v", .integer(Int64(Int.random(in: 0...9, using: &random)))),
                ]))
        }
    }

    /// The last two have found mistakes.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 123, 366])
    func behavesLikeAPlainTable(_ seed: UInt64) async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        var lab = lab
        if seed % 2 == 1 { lab.store = try SQLiteStateStore(path: file.path) }
        var operations = Operations(random: SeededGenerator(seed: seed))
        let events = (0..<150).map { operations.event($0) }
        let script = lab.script(Self.script)
        let host = try await lab.host(script)
        var lines: [String] = []
        var decided = 0
        for start in stride(from: 0, to: events.count, by: 30) {
            let results = try await host.process(all: Array(events[start..<start + 30]))
            lines += results.lines
            decided += results.records.filter { $0.outcome == .handled }.count
            for record in results.records {
                #expect(record.error?.message.contains("rolled back") ?? true, "\(record.error!)")
            }
        }
        #expect(lines.count == decided && decided > 100)
        for (number, line) in lines.enumerated() {
            let pair = try Value(json: Array(line.utf8)).array?.map { $0.array ?? [] } ?? []
            let found = zip(pair[0], pair[1]).enumerated().first { $1.0 != $1.1 }?.offset
            #expect(
                found == nil,
                "seed \(seed), event \(number), \(pair[2][found ?? 0].json.prefix(200))")
        }
        let drop = ["a", "b", "c"].map { #"{"op":"drop","t":"\#($0)"}"# }.joined(separator: ",")
        _ = try await host.process(all: [
            .test(#"{"ops":[\#(drop),{"op":"clear","t":"list"}]}"#, id: "end")
        ])
        if seed % 2 == 1 {
            let left = try lab.store.values(
                script: script.name, prefix: "\u{1F}", after: nil, limit: 10)
            #expect(left.isEmpty, "seed \(seed)")
        }
    }

    /// Runs a script whose state is one for all, on events at these seconds.
    func lines(
        _ body: String, fields: String = "", store: any StateStore = MemoryStateStore(),
        at seconds: Int...
    ) async throws -> [String] {
        var lab = lab
        lab.store = store
        let rule = lab.rule(body, before: before, fields: #"key = "all","# + fields)
        let events = seconds.map { second in
            let time =
                "2026-01-01T\(String(format: "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60))Z"
            return Event(
                json: Array(
                    #"{"specversion":"1.0","id":"e\#(second)","source":"s","type":"test.event","time":"\#(time)"}"#
                        .utf8))
        }
        let results = try await lab.run(rule, events)
        if let error = results.records.lazy.compactMap(\.error).first { throw error }
        return results.lines
    }

    private let once = """
        state.seen = state.seen or {}
        if not state.seen.x then state.seen.x = event.time commander:emit(event.id) end
        """

    @Test func aMemberExpiresAfterItsLastChange() async throws {
        let lines = try await lines(
            once, fields: #"expires = { seen = "10m" },"#, at: 0, 599, 600, 601, 1199, 1200)
        #expect(lines == [#""e0""#, #""e600""#, #""e1200""#])
    }

    @Test func allStateOfAKeyExpires() async throws {
        let lines = try await lines(
            "commander:emit(state.n or 0) state.n = (state.n or 0) + 1",
            fields: #"expires = "1m","#,
            at: 0, 30, 80, 200)
        #expect(lines == ["0", "1", "2", "0"])
    }

    @Test(arguments: [true, false])
    func whatExpiredIsRemovedFromTheStore(_ isInMemory: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let store: any StateStore =
            isInMemory ? MemoryStateStore() : try SQLiteStateStore(path: file.path)
        let body = "state.seen = state.seen or {} state.seen[event.id] = { n = 1 }"
        for start in stride(from: 0, to: 3000, by: 100) {
            _ = try await lines(
                body, fields: #"expires = { seen = "1m" },"#, store: store, at: start, start + 1,
                start + 50)
        }
        let left = try store.values(
            script: "rule.lua", prefix: "\u{1F}1\u{1F}", after: nil, limit: 100)
        #expect((1...6).contains(left.count), "\(left.map(\.key))")
    }

    @Test func stateThatExpiresNeedsATime() async throws {
        let rule = lab.rule(
            "state.n = 1", before: before, fields: #"key = "all", expires = "1m","#)
        let error = try #require(try await lab.run(rule, [.test("{}")]).records[0].error)
        #expect(error.message.contains("needs the time of the event"))
    }

    @Test(arguments: [
        (#"expires = "10","#, "expires must be a time such as"),
        (#"expires = { seen = 10 },"#, "expires must be a time such as"),
        ("expires = 10,", "expires must be a time such as"),
    ])
    func anInvalidExpiryIsAnError(_ fields: String, _ message: String) async throws {
        let error = try await lab.loadError(
            "return { \(fields) execute = function(event, commander) end }")
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test func aValueThatIsNotATableDoesNotExpire() async throws {
        await #expect {
            try await lines("state.seen = 1", fields: #"expires = { seen = "1m" },"#, at: 0)
        } throws: {
            "\($0)".contains("expires names state.seen, which must be a table, got number")
        }
    }

    @Test func aLargeTableEndsWithItsEvent() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            try await lines(
                "if kept then commander:emit(kept.k1) elseif state.seen then kept = state.seen else \(fill) end",
                at: 0, 1, 2)
        }
        #expect(
            error?.message.contains("by the event that read it") == true,
            "\(String(describing: error))")
    }

    @Test func theScriptsOwnLargeTableStaysPlain() async throws {
        let lab = lab
        let rule = lab.rule(
            "state.copy = own own.k1 = own.k1 + 1 commander:emit(own.k1)",
            before: before + " local own = {} for i = 1, 100 do own['k' .. i] = i end")
        let lines = try await lab.run(rule, [.test("{}"), .test("{}", id: "2")]).lines
        #expect(lines == ["2", "3"])
    }

    @Test func anEventThatFailsWhileItIsSavedChangesNothing() async throws {
        let lab = lab
        let rule = lab.rule(
            "if not state.seen then \(fill) end state.seen.k1 = event.id if event.data.f then state.seen.z = error end commander:emit(state.seen.k1)",
            before: before)
        let results = try await lab.run(
            rule, [.test("{}"), .test(#"{"f":1}"#, id: "2")])
        #expect(results.records.map(\.outcome) == [.handled, .failed])
        #expect(results.lines == [#""1""#])
    }

    @Test func stateOfAnOlderVersionIsMigratedWithItsLargeTables() async throws {
        let store = MemoryStateStore()
        _ = try await lines(fill, store: store, at: 0)
        let lines = try await lines(
            "commander:emit({ state.known.k9, #tostring(state.seen), state.known.k1000 })",
            fields:
                "version = 2, migrate = function(old, from) old.seen.k9 = 'm' return { known = old.seen } end,",
            store: store, at: 1, 2)
        #expect(lines == [#"["m",3,1000]"#, #"["m",3,1000]"#])
    }

    @Test func membersOfOneKeyAreNotThoseOfAnother() async throws {
        // A key that is written like a member of the key "a".
        let keys = ["a", "a\u{1F}1\u{1F}sk1", "a\u{1F}1"]
        let lab = lab
        let rule = lab.rule(
            "if state.seen then commander:emit({ state.seen.k1, state.seen.me }) else \(fill) state.seen.me = #event.partitionkey end",
            before: before)
        let events = (keys + keys).enumerated().map {
            Event(id: "\($0)", source: "s", type: "test.event", partitionKey: $1)
        }
        let lines = try await lab.run(rule, events).lines
        #expect(lines == keys.map { "[1,\($0.utf8.count)]" })
    }

    @Test func aFailureWhileSavingChangesNoMemberOfALargeTable() async throws {
        let lines = try await failing(
            """
            local n = tonumber(event.id)
            if n == 1 then state.a = {} for i = 1, 100 do state.a["k" .. i] = 0 end end
            if n == 2 then for i = 1, 100 do state.a["k" .. i] = 1 end state.bad = { [1] = 1, [3] = 3 } end
            if n == 3 then
                local sum = 0
                for _, v in pairs(state.a) do sum = sum + v end
                commander:emit(sum)
            end
            """, ["{}", "{}", "{}"])
        #expect(lines == ["0"])
    }

    /// What an event looks like must not make it a large table.
    @Test(arguments: [
        #"{"\u0000":[1,0]}"#, #"{ "\u0000" : [1,0]}"#,
        #"{"x":{"\u0000":[1,0]},"y":{"\u0000":[1,0]}}"#,
        #"[{"\u0000":[1,0]}]"#,
    ])
    func dataOfAnEventIsNotALargeTable(_ data: String) async throws {
        let lines = try await failing(
            """
            if not state.big then \(fill.replacingOccurrences(of: "seen", with: "big"))
            elseif event.id == "2" then state.last = event.data
            elseif event.id == "3" then state.last = json.with(event.data, { z = 1 })
            elseif event.id == "4" then state.last = nil
            else commander:emit({ state.big.k5, state.last == nil }) end
            """, ["{}", data, data, data, "{}"])
        #expect(lines == ["[5,true]"])
    }

    @Test(arguments: [1, 40, 60])
    func aNameThatBeginsWithNULIsRefused(_ members: Int) async throws {
        let error = try await lab.error(
            "local t = {} for i = 1, \(members) do t['m' .. i] = i end t['\\0'] = { 1, 0 } state.t = t",
            before: before)
        #expect(error.message.contains("must not begin with a NUL"), "\(error.message)")
    }

    @Test func aNameThatIsNotUTF8IsRefused() async throws {
        let error = try await lab.error(
            "state.big = {} for i = 1, 100 do state.big[i .. '\\xff'] = i end", before: before)
        #expect(error.message.contains("UTF-8"), "\(error.message)")
    }

    @Test(arguments: [60, 70])
    func changingATableInAMemberSavesTheMember(_ members: Int) async throws {
        let lines = try await lines(
            """
            state.users = state.users or {}
            if not state.users.ann then
                commander:emit("new")
                state.users.ann = { count = 0 }
                for i = 1, \(members) do state.users.ann["m" .. i] = i end
            end
            state.users.ann.count = state.users.ann.count + 1
            """, fields: #"expires = { users = "10m" },"#, at: 0, 300, 700, 1200, 1700)
        #expect(lines == [#""new""#])
    }

    @Test(arguments: [60, 70])
    func stateThatChangesKeepsItsLargeTables(_ members: Int) async throws {
        let lines = try await lines(
            """
            if not state.t then
                commander:emit("new")
                state.t = {}
                for i = 1, \(members) do state.t["m" .. i] = i end
            end
            local n = 0
            for _ in pairs(state.t) do n = n + 1 end
            assert(n == \(members))
            state.n = (state.n or 0) + 1
            """, fields: #"expires = "10m","#, at: 0, 300, 700, 1200, 1700, 2400)
        #expect(lines == [#""new""#, #""new""#])
    }

    @Test func aListWithoutItsLastElementHasABorder() async throws {
        let lines = try await failing(
            """
            if event.id == "1" then
                state.list = {}
                for i = 1, 20000 do state.list[i] = "element " .. i end
            else
                for i = 1, 20000 do state.list[i] = nil end
                commander:emit(#state.list)
            end
            """, ["{}", "{}"])
        #expect(lines == ["0"])
    }

    @Test func whatIsSavedCountsTowardTheMemoryLimit() async throws {
        let lab = Lab(limits: ScriptLimits(memory: 4 << 20, time: .milliseconds(20_000)))
        let rule = lab.rule(
            "local big = ('x'):rep(1 << 20) state.t = {} for i = 1, 100 do state.t[i .. ''] = big end",
            before: before)
        let error = try #require(try await lab.run(rule, [.test("{}")]).records[0].error)
        #expect(error.message.contains("the state that the event changed is too large (over 4 MB)"))
    }

    @Test(arguments: [Int64.max, 9_000_000_000, -1])
    func aForgedLengthDoesNoHarm(_ length: Int64) async throws {
        let store = MemoryStateStore()
        store.save(
            [
                StateChange(
                    script: "rule.lua", key: "",
                    value: Array(#"{"list":{"\u0000":[1,\#(length)]}} #1"#.utf8))
            ], position: nil)
        let lines = try await lines(
            "commander:emit(#state.list) state.list[#state.list + 1] = 'x' commander:emit(#state.list)",
            store: store, at: 0)
        #expect(lines == ["0", "1"])
    }

    /// What a script emits for events with this data, of which some may fail.
    private func failing(_ body: String, _ data: [String]) async throws -> [String] {
        let rule = lab.rule(body, before: before, fields: #"key = "all","#)
        let events = data.enumerated().map { Event.test($1, id: "\($0 + 1)") }
        return try await lab.run(rule, events).lines
    }
}
