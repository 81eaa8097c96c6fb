import Foundation
import PeriluneCore
import PeriluneTestKit
import Synchronization

@testable import Perilune
@testable import PeriluneCluster

/// A member of a cluster in this process, with a rule that handles every event unless it has another one.
final class RunningMember: Sendable {
    /// What the member says, and whether its lanes can be opened.
    private final class Surroundings: Sendable {
        let notes = Mutex<[String]>([])
        let reports = Mutex<[String]>([])
        let isFailing: Mutex<Bool>

        init(isFailing: Bool) { self.isFailing = Mutex(isFailing) }
    }

    let member: ClusterMember
    private let folder: URL
    private let surroundings: Surroundings
    private let task: Task<Void, Never>

    init(
        _ cluster: Cluster, lanes: Int, _ place: String, isFailing: Bool = false,
        rule: PeriluneCore.Delegate = ScriptedDelegate("all").delegate
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let surroundings = Surroundings(isFailing: isFailing)
        self.surroundings = surroundings
        let setup = LaneSetup(
            folder: folder.path,
            assemble: { (store, role, source) throws(PeriluneError) in
                if surroundings.isFailing.withLock(\.self) {
                    throw PeriluneError("test.failed", "the lane cannot be opened")
                }
                var options = IntakeOptions()
                options.store = store
                options.cluster = role
                return try Intake(
                    [.delegate(rule), .plugin(source)],
                    options: options, log: SilentLog()
                ) { problem in
                    surroundings.reports.withLock {
                        $0.append("\(problem.path ?? ""): \(problem.error.message)")
                    }
                }
            },
            watch: { _ in },
            report: { error, lane in
                surroundings.reports.withLock { $0.append("\(lane): \(error.message)") }
            })
        let member = try ClusterMember(
            cluster, lanes: lanes, place: place, program: "test", folder: folder.path,
            MemberVersion(.local, order: nil, setup),
            load: { (_, _) throws(PeriluneError) in
                throw PeriluneError("test.failed", "no version is deployed")
            },
            note: { text in surroundings.notes.withLock { $0.append(text) } })
        self.member = member
        task = Task { await member.run() }
    }

    var notes: [String] { surroundings.notes.withLock(\.self) }
    /// All errors.
    var reports: [String] { surroundings.reports.withLock(\.self) }
    /// Errors of lanes, each behind the name of its lane.
    ///
    /// On a busy machine, a member may also say that the servers are late.
    var laneReports: [String] {
        reports.filter { $0.hasPrefix("lane ") }
    }

    /// Lets lanes be opened.
    func recover() { surroundings.isFailing.withLock { $0 = false } }

    /// Ends it as a signal does.
    func stop() async {
        task.cancel()
        await task.value
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Waits until something is so; throws if that takes longer than a minute.
func wait(_ isSo: () throws -> Bool) async throws {
    struct NeverSo: Error {}
    let end = ContinuousClock.now + .seconds(60)
    while try !isSo() {
        if ContinuousClock.now > end { throw NeverSo() }
        try await Task.sleep(for: .milliseconds(20))
    }
}
