package import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import PeriluneNATS
import PeriluneStore
import Synchronization

/// A process that processes its share of a cluster's lanes.
package actor ClusterMember {
    let cluster: Cluster
    private let lanes: Int
    let load: VersionLoader
    let note: @Sendable (String) -> Void
    /// The id of the member, which is new for each start.
    private let id = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let place: String
    private let program: String
    /// Prevents a second member from using the folder.
    private let lock: StoreLock
    private var table: LeaseTable?
    private var running: [Int: Running] = [:]
    /// Lanes that have ended and whose leases have not been released yet.
    private var released: Set<Int> = []
    /// The lane that is being switched to the current version.
    private var handedOver: Int?
    private var hasFailed = false
    private var isDraining = false
    private var isStopping = false
    /// The progress of its current lanes; and the counts of all lanes that it has had since its start.
    private let owned = Mutex<[Int: LaneProgress]>([:])
    private let counts: [LaneCounts]
    /// The active version of the rules.
    var current: MemberVersion { didSet { unreadable = [] } }
    /// The version that was proposed last, with the state of loading it.
    var candidate: Candidate?
    /// Lanes whose state the active version cannot read.
    private var unreadable: Set<Int> = []

    /// The interval between renewals of the leases.
    private static let interval: Duration = .milliseconds(250)
    /// The interval between checks for free lanes.
    private static let look: Duration = .milliseconds(50)
    /// The interval at which a stopping member checks which lanes have ended.
    private static let pause: Duration = .milliseconds(20)
    /// The maximum duration of a stop; calls in progress end before.
    private static let patience: Duration = .seconds(40)

    /// A lane that this member has.
    private struct Running {
        let runner: LaneRunner
        var ending: Ending?
        var end: Task<Void, Never>?
    }

    /// What to do with a lane after it was stopped.
    private enum Ending { case release, restart, lost }

    /// Creates a member that begins with a version of the rules.
    ///
    /// `cluster status` shows its place; `note` is called when it takes or gives up lanes.
    package init(
        _ cluster: Cluster, lanes: Int, place: String, program: String, folder: String,
        _ first: MemberVersion, load: @escaping VersionLoader,
        note: @escaping @Sendable (String) -> Void
    ) throws(PeriluneError) {
        self.cluster = cluster
        self.lanes = lanes
        self.place = place
        self.program = program
        self.load = load
        self.note = note
        current = first
        counts = (0..<lanes).map { _ in LaneCounts() }
        lock = try StoreLock(store: "\(folder)/member.lock")
    }

    /// The number of lanes that it processes.
    package nonisolated var ownedLanes: Int { owned.withLock(\.count) }

    /// The progress of each of its lanes.
    package nonisolated var laneReadings: [(lane: Int, isOpen: Bool, behind: Int)] {
        owned.withLock(\.self).sorted { $0.key < $1.key }
            .map { (lane: $0.key, isOpen: $0.value.isOpen, behind: $0.value.behind) }
    }

    /// The counts of all lanes that it has had since its start.
    package nonisolated var laneCounts: [(lane: Int, commits: Int, errors: Int)] {
        counts.enumerated().compactMap { lane, counts in
            let now = counts.now
            return now == (0, 0) ? nil : (lane: lane, commits: now.commits, errors: now.errors)
        }
    }

    /// Runs until the task is cancelled; then it gives up all lanes.
    package func run() async {
        let following = Task { await followVersions() }
        while !Task.isCancelled {
            do throws(PeriluneError) {
                try await balance()
                hasFailed = false
            } catch {
                table = nil
                if !hasFailed { current.setup.report(error, "cluster") }
                hasFailed = true
            }
            await waitForLanes()
        }
        following.cancel()
        // In another task, because this one is cancelled.
        await Task { await giveUp() }.value
        await following.value
    }

    /// Waits until leases must be renewed, or a lane is free that this member should take.
    private func waitForLanes() async {
        let end = ContinuousClock.now + Self.interval
        while !Task.isCancelled, .now < end {
            try? await Task.sleep(for: Self.look)
            guard let table, !Task.isCancelled else { continue }
            let (mine, own, isDraining) = (Set(running.keys), unreadable, isDraining)
            let isWanted = try? await onOwnThread { [self] () throws(PeriluneError) in
                try table.update()
                return !shares(table, mine, own, isDraining: isDraining).wanted.isEmpty
            }
            if isWanted ?? true { return }
        }
    }

    private var memberKey: String { "member.\(id)" }
    static func key(of lane: Int) -> String { "lane.\(lane)" }
    private static let rollout = "rollout"

    /// Renews the leases, gives up surplus lanes, and takes free ones.
    ///
    /// Lanes that are being stopped keep their leases until they have ended. The lease of the member is renewed last,
    /// so that a member that cannot do all of this loses its share.
    private func balance() async throws(PeriluneError) {
        let table = try await leases()
        let values = running.filter { $0.value.ending != .lost }.mapValues { value(of: $0.runner) }
        let (mine, freed, member, key) = (Set(running.keys), released, self.member, memberKey)
        let (own, isDraining) = (unreadable, isDraining)
        let seen = try await onOwnThread { [self] () throws(PeriluneError) in
            try table.update()
            try table.checkWatch(key)
            for lane in freed { _ = try table.write(Self.key(of: lane), .null, by: id) }
            var lost: [Int] = []
            for (lane, value) in values where try !table.write(Self.key(of: lane), value, by: id) {
                lost.append(lane)
            }
            let surplus = shares(table, mine, own, isDraining: isDraining).surplus
            return (lost, surplus, table.value("drain.\(id)")?["on"]?.bool)
        }
        released.subtract(freed)
        for lane in seen.0 {
            // Another member has taken it.
            note("lane \(lane) was taken over by another member")
            end(lane, .lost)
        }
        for lane in seen.1 { end(lane, .release) }
        if let isOn = seen.2, isOn != self.isDraining, !isStopping {
            self.isDraining = isOn
            note(isOn ? "draining: this member gives up its lanes" : "taking lanes again")
        }
        noteUnreadable()
        let (still, empty) = (Set(running.keys), value(behind: 0, sequence: 0, nil))
        let taken = try await onOwnThread {
            [self, own = unreadable, isDraining = self.isDraining]
            () throws(PeriluneError) in
            var taken: [Int] = []
            for lane in shares(table, still, own, isDraining: isDraining).wanted
            where try table.write(Self.key(of: lane), empty, by: id) {
                taken.append(lane)
            }
            return taken
        }
        for lane in taken { begin(lane) }
        if !isStopping { try await rollOut(table) }
        try await onOwnThread { () throws(PeriluneError) in try table.put(key, member) }
    }

    /// Switches lanes to the active version, one at a time in the whole cluster.
    private func rollOut(_ table: LeaseTable) async throws(PeriluneError) {
        if let lane = handedOver, let lane = running[lane] {
            guard lane.ending == nil, lane.runner.progress.isOpen else {
                return try await onOwnThread { [id] () throws(PeriluneError) in
                    try table.put(Self.rollout, ["member": .string(id)])
                }
            }
        }
        let next = running.filter { $1.ending == nil && $1.runner.version != current.version }
            .keys.min()
        if next == nil, handedOver == nil { return }
        handedOver = nil
        let isMine = try await onOwnThread { [id] () throws(PeriluneError) in
            try table.write(
                Self.rollout, next == nil ? .null : ["member": .string(id)], by: id)
        }
        guard isMine, let next, running[next]?.ending == nil else { return }
        handedOver = next
        end(next, .restart)
    }

    /// Records the lanes that this member cannot read, so that others take them.
    private func noteUnreadable() {
        for (lane, running) in running
        where running.runner.progress.isUnreadable && running.runner.version == current.version {
            unreadable.insert(lane)
        }
    }

    private nonisolated func shares(
        _ table: LeaseTable, _ mine: Set<Int>, _ own: Set<Int>, isDraining: Bool
    ) -> LaneShares {
        let taken = (0..<lanes).filter { lane in
            table.holder(of: Self.key(of: lane)).map { $0 != id } ?? false
        }
        var members = isDraining ? [] : [id]
        var unreadable = [id: own]
        for key in table.keys("member.") where key != "member.\(id)" {
            guard let value = table.value(key), value["draining"]?.bool != true else { continue }
            let name = String(key.dropFirst("member.".count))
            members.append(name)
            unreadable[name] = Set(
                (value["unreadable"]?.array ?? []).compactMap { $0.integer.map { Int($0) } })
        }
        return LaneShares(
            mine: mine, taken: Set(taken), lanes: lanes, members: members.sorted(),
            unreadable: unreadable, me: id)
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

    /// The description of this member in its lease.
    private var member: Value {
        [
            "place": .string(place), "program": .string(program),
            "version": .integer(Int64(current.version.number)),
            "hash": .string(current.version.hash), "draining": .bool(isDraining),
            "order": current.order.map { .string($0) } ?? .null,
            "unreadable": .array(unreadable.sorted().map { .integer(Int64($0)) }),
            "candidate": candidate?.json ?? .null, "time": .integer(Timestamp.now.microseconds),
        ]
    }

    private func value(of runner: LaneRunner) -> Value {
        let progress = runner.progress
        return value(
            behind: progress.behind, sequence: progress.sequence, runner.version,
            commits: progress.commits, isOpen: progress.isOpen, progress.failure)
    }

    private func value(
        behind: Int, sequence: Int, _ version: RuleVersion?, commits: Int = 0,
        isOpen: Bool = false,
        _ failure: PeriluneError? = nil
    ) -> Value {
        [
            "member": .string(id), "place": .string(place), "behind": .integer(Int64(behind)),
            "sequence": .integer(Int64(sequence)), "open": .bool(isOpen),
            "commits": .integer(Int64(commits)),
            "version": version.map { .integer(Int64($0.number)) } ?? .null,
            "error": failure.map { .string(String(Redaction.redact("\($0)").prefix(500))) }
                ?? .null,
        ]
    }

    // MARK: - Beginning and ending lanes

    private func begin(_ lane: Int) {
        note("processing lane \(lane)")
        running[lane] = Running(
            runner: LaneRunner(lane, of: cluster, current, LaneProgress(counts[lane])))
        count()
    }

    /// Stops a lane in a task of its own, so that leases are renewed meanwhile.
    private func end(_ lane: Int, _ ending: Ending) {
        guard let known = running[lane], known.ending != .lost else { return }
        running[lane]?.ending = ending
        guard known.end == nil else { return }
        running[lane]?.end = Task {
            await known.runner.stop()
            didEnd(lane)
        }
    }

    private func didEnd(_ lane: Int) {
        guard let ended = running.removeValue(forKey: lane) else { return }
        if ended.ending == .restart, !isStopping {
            begin(lane)
        } else if ended.ending != .lost {
            note("gave up lane \(lane)")
            released.insert(lane)
        }
        count()
    }

    private func count() {
        let progress = running.mapValues(\.runner.progress)
        owned.withLock { $0 = progress }
    }

    /// Stops all lanes, and releases each lease when its lane has ended; until then, leases are renewed.
    private func giveUp() async {
        if table == nil, running.isEmpty { return }
        isStopping = true
        // Other members will take the lanes.
        isDraining = true
        for lane in running.keys { end(lane, .release) }
        let end = ContinuousClock.now + Self.patience
        let (key, member) = (memberKey, member)
        try? await put(key, member)
        while .now < end {
            let isLast = running.isEmpty
            do throws(PeriluneError) { try await balance() } catch { table = nil }
            if isLast { break }
            try? await Task.sleep(for: Self.pause)
        }
        try? await put(key, .null)
    }

    private func put(_ key: String, _ value: Value) async throws(PeriluneError) {
        guard let table else { return }
        try await onOwnThread { () throws(PeriluneError) in try table.put(key, value) }
    }
}
