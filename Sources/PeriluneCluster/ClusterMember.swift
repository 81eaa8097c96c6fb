package import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import PeriluneNATS
import PeriluneStore
import Synchronization

/// A process that takes its share of the lanes of a cluster.
package actor ClusterMember {
    private let cluster: Cluster
    private let lanes: Int
    private let setup: LaneSetup
    private let note: @Sendable (String) -> Void
    /// The name of the member, which is another one after each start.
    private let id = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let place: String
    /// Prevents a second member from using the folder.
    private let lock: StoreLock
    private var table: LeaseTable?
    private var running: [Int: LaneRunner] = [:]
    private var hasFailed = false
    private let owned = Mutex(0)

    private static let interval: Duration = .milliseconds(250)

    /// Makes a member, which `cluster status` calls by its place; `note` is told which lanes it takes and gives up.
    package init(
        _ cluster: Cluster, lanes: Int, place: String, _ setup: LaneSetup,
        note: @escaping @Sendable (String) -> Void
    ) throws(PeriluneError) {
        self.cluster = cluster
        self.lanes = lanes
        self.place = place
        self.setup = setup
        self.note = note
        lock = try StoreLock(store: "\(setup.folder)/member.lock")
    }

    /// How many lanes it processes at this time.
    package nonisolated var ownedLanes: Int { owned.withLock(\.self) }

    /// Runs until the task is cancelled; then it gives up all lanes.
    package func run() async {
        while !Task.isCancelled {
            do throws(PeriluneError) {
                try await balance()
                hasFailed = false
            } catch {
                table = nil
                if !hasFailed { setup.report(error, "cluster") }
                hasFailed = true
            }
            try? await Task.sleep(for: Self.interval)
        }
        await giveUp(Array(running.keys))
        if let table {
            let key = memberKey
            try? await onOwnThread { () throws(PeriluneError) in try table.put(key, .null) }
        }
    }

    private var memberKey: String { "member.\(id)" }
    private static func key(of lane: Int) -> String { "lane.\(lane)" }

    /// Renews the leases, gives up what is too much, and takes what is free.
    private func balance() async throws(PeriluneError) {
        let table = try await leases()
        var values: [Int: Value] = [:]
        for (lane, runner) in running { values[lane] = value(of: runner) }
        let (mine, member, key) = (values, self.member, memberKey)
        let (lost, surplus) = try await onOwnThread { [self] () throws(PeriluneError) in
            try table.update()
            try table.checkWatch(key)
            try table.put(key, member)
            var lost: [Int] = []
            for (lane, value) in mine where try !table.write(Self.key(of: lane), value) {
                lost.append(lane)
            }
            return (lost, shares(table, Set(mine.keys)).surplus)
        }
        // Another member has them already.
        for lane in lost { note("lane \(lane) was taken over by another member") }
        await stop(lost)
        await giveUp(surplus.filter { running[$0] != nil })
        let (still, empty) = (Set(running.keys), value(behind: 0, sequence: 0))
        let taken = try await onOwnThread { [self] () throws(PeriluneError) in
            var taken: [Int] = []
            for lane in shares(table, still).wanted where try table.write(Self.key(of: lane), empty)
            {
                taken.append(lane)
            }
            return taken
        }
        for lane in taken {
            note("processing lane \(lane)")
            running[lane] = LaneRunner(lane, of: cluster, setup)
        }
        let count = running.count
        owned.withLock { $0 = count }
    }

    private nonisolated func shares(_ table: LeaseTable, _ mine: Set<Int>) -> LaneShares {
        let taken = (0..<lanes).filter { lane in
            table.value(Self.key(of: lane))?["member"]?.string.map { $0 != id } ?? false
        }
        let members = Set(table.keys("member.").map { String($0.dropFirst("member.".count)) })
        return LaneShares(
            mine: mine, taken: Set(taken), lanes: lanes, members: members.union([id]).sorted(),
            me: id)
    }

    private func leases() async throws(PeriluneError) -> LeaseTable {
        if let table { return table }
        let cluster = cluster
        let new = try await onOwnThread { () throws(PeriluneError) in
            let table = try LeaseTable(cluster)
            try table.update(milliseconds: 100)
            return table
        }
        table = new
        return new
    }

    /// What this member says of itself.
    private var member: Value { ["place": .string(place)] }

    private func value(of runner: LaneRunner) -> Value {
        value(behind: runner.progress.behind, sequence: runner.progress.sequence)
    }

    private func value(behind: Int, sequence: Int) -> Value {
        [
            "member": .string(id), "place": .string(place), "behind": .integer(Int64(behind)),
            "sequence": .integer(Int64(sequence)),
        ]
    }

    /// Ends lanes and frees their leases.
    private func giveUp(_ lanes: [Int]) async {
        await stop(lanes)
        guard let table else { return }
        for lane in lanes { note("gave up lane \(lane)") }
        try? await onOwnThread { () throws(PeriluneError) in
            for lane in lanes { _ = try table.write(Self.key(of: lane), .null) }
        }
    }

    private func stop(_ lanes: [Int]) async {
        let runners = lanes.compactMap { running.removeValue(forKey: $0) }
        await withTaskGroup(of: Void.self) { group in
            for runner in runners { group.addTask { await runner.stop() } }
        }
        let count = running.count
        owned.withLock { $0 = count }
    }
}
