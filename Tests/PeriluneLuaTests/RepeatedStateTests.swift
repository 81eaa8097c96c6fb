import Perilune
import PeriluneCore
import PeriluneLua
import PeriluneStore
import Testing

/// State that is set again to what it was, and members that are set without being read.
struct RepeatedStateTests {
    private let state = LargeStateTests()

    @Test(arguments: [
        (#"expires = "10m","#, "state", "true"),
        (#"expires = "10m","#, "state", "{ n = 1 }"),
        (#"expires = { seen = "10m" },"#, "state.seen", "true"),
        (#"expires = { seen = "10m" },"#, "state.seen", "{ n = 1 }"),
        (#"expires = { seen = "10m" },"#, "state.seen", "{ 1, 2 }"),
    ])
    func anExpiredMemberThatIsSetAgainGetsANewExpiry(
        _ expires: String, _ table: String, _ value: String
    ) async throws {
        for store in [MemoryStateStore(), nil] {
            let body = """
                state.seen = state.seen or {}
                if not \(table).x then \(table).x = \(value) commander:emit(event.id) end
                """
            // Without the store of an earlier run, the cache of the script has the state.
            var lines: [String] = []
            if let store {
                for time in [0, 700, 710, 1310] {
                    lines += try await state.lines(body, fields: expires, store: store, at: time)
                }
            } else {
                lines = try await state.lines(body, fields: expires, at: 0, 700, 710, 1310)
            }
            #expect(lines == [#""e0""#, #""e700""#, #""e1310""#])
        }
    }

    @Test func tablesInAMemberThatRawsetReplacesLeaveTheStore() async throws {
        let store = MemoryStateStore()
        let fill = """
            state.users = {}
            for i = 1, 100 do state.users["u" .. i] = {} end
            for i = 1, 100 do state.users.u1["m" .. i] = i end
            """
        _ = try await state.lines(fill, store: store, at: 0)
        func members(_ table: Int) -> Int {
            store.values(
                script: "rule.lua", prefix: "\u{1F}\(table)\u{1F}", after: nil, limit: 1000
            ).count
        }
        #expect(Set([members(1), members(2)]) == [100])
        _ = try await state.lines("rawset(state.users, 'u1', 7)", store: store, at: 1)
        #expect([members(1), members(2)].sorted() == [0, 100])
    }
}
