import Foundation
import PeriluneCore
import PeriluneTestKit
import Synchronization
import Testing

@testable import Perilune
@testable import PeriluneCluster
@testable import PeriluneNATS

/// A member that processes the only lane of a cluster on a real server.
@Suite(.timeLimit(.minutes(5))) struct ClusterLaneTests {
    private let server: NATSServerProcess
    private let cluster: Cluster

    init() throws {
        server = try NATSServerProcess()
        cluster = try Cluster(name: "l", server.connection)
        try cluster.create(lanes: 1, replicas: 1)
    }

    private func start(
        rule: PeriluneCore.Delegate = ScriptedDelegate("all").delegate
    ) async throws -> RunningMember {
        let member = try RunningMember(cluster, lanes: 1, "a", rule: rule)
        try await wait { member.member.laneReadings.map(\.isOpen) == [true] }
        return member
    }

    /// Sends an event, which has as much data as `bytes` says.
    private func send(_ id: Int, bytes: Int = 0) async {
        let event = Event(
            id: "\(id)", source: "s", type: "test.made",
            data: .string(String(repeating: "x", count: bytes)))
        let item = ForwardedEvents.Item(json: event.json, key: 0, identity: "\(id)", depth: 0)
        let publisher = EventPublisher(cluster, lanes: 1)
        let error = await withCheckedContinuation { continuation in
            publisher.forward(ForwardedEvents(items: [item]) { continuation.resume(returning: $0) })
        }
        #expect(error == nil)
    }

    private func commits(_ member: RunningMember) -> Int {
        member.member.laneCounts.first?.commits ?? 0
    }

    /// Otherwise operators would wait for a lane that processes nothing.
    @Test func aLaneIsNotOpenWhileItFinishesItsLastCalls() async throws {
        let held = HeldCalls()
        let member = try await start(rule: held.rule)
        await send(1)
        try await wait { held.areWaiting }
        let stop = Task { await member.stop() }
        try await wait { member.member.laneReadings.map(\.isOpen) == [false] }
        held.release()
        await stop.value
    }

    @Test func theCommitsOfTheLastCallsAreCounted() async throws {
        let held = HeldCalls()
        let member = try await start(rule: held.rule)
        await send(1)
        try await wait { held.areWaiting }
        let stop = Task { await member.stop() }
        try await wait { !member.member.laneReadings.contains(where: \.isOpen) }
        held.release()
        await stop.value
        let stored = try NATSStreams(NATSConnection(server.connection))
            .counts(ofStream: cluster.commits)[cluster.commits(of: 0)]
        // The first one creates the lane.
        #expect(stored == UInt64(commits(member)) + 1)
    }

    @Test func aCommitThatIsTooLargeForTheServersIsReportedAndCounted() async throws {
        let rule = Delegate(name: "large", interests: Interests(types: ["*"])) { LargeState($0) }
        let member = try await start(rule: rule)
        await send(1)
        try await wait {
            member.laneReports.contains { $0.hasPrefix("lane 0: a transaction of ") }
        }
        try await wait {
            try ClusterStatus(cluster).lanes.first?.error?.contains("too large") == true
        }
        #expect(member.member.laneCounts.first?.errors ?? 0 > 0)
        await member.stop()
    }

    /// As can happen after the loss of a server.
    @Test func aLaneWhoseSubscriptionIsLostReadsTheStreamAgain() async throws {
        let member = try await start()
        await send(1)
        try await wait { commits(member) > 0 }
        let connection = try NATSConnection(server.connection)
        func ask(_ call: String) throws -> Value? {
            try connection.request("$JS.API.CONSUMER.\(call)", [], milliseconds: 10_000)
                .map { try Value(json: $0) }
        }
        func loseSubscription() throws {
            let names = try ask("NAMES.\(cluster.events)")?["consumers"]?.array ?? []
            for name in names {
                _ = try ask("DELETE.\(cluster.events).\(name.string ?? "")")
            }
        }
        try loseSubscription()
        await send(2)
        try await wait {
            try loseSubscription()
            return member.reports.contains {
                $0 == "\(cluster.source(of: 0)): the stream 'l-EVENTS' stopped sending events"
            }
        }
        let before = commits(member)
        try await wait { commits(member) > before }
        try await wait { member.member.laneReadings.map(\.behind) == [0] }
        await member.stop()
    }

    /// The last snapshot of the lane, by its number in the stream.
    private func snapshot() throws -> UInt64? {
        try NATSStreams(NATSConnection(server.connection)).lastMessage(
            stream: cluster.snapshots, subject: cluster.snapshots(of: 0))?.sequence
    }

    @Test func aSnapshotIsStoredAgainAfterAsManyCommits() async throws {
        let member = try await start()
        var sent = 0
        func send(_ bytes: Int) async throws {
            let before = commits(member)
            sent += 1
            await self.send(sent, bytes: bytes)
            try await wait { commits(member) > before }
        }
        for _ in 0..<200 where try snapshot() == nil { try await send(400_000) }
        let first = try #require(try snapshot())
        #expect(sent > 5)
        for _ in 0..<10 { try await send(0) }
        #expect(try snapshot() == first)
        for _ in 0..<200 where try snapshot() == first { try await send(400_000) }
        #expect(try snapshot() != first)
        #expect(member.laneReports == [])
        await member.stop()
    }
}

/// A rule whose calls wait until they are released.
private final class HeldCalls: Sendable {
    private let state = Mutex((isWaiting: false, isReleased: false))

    var areWaiting: Bool { state.withLock(\.isWaiting) }

    var rule: PeriluneCore.Delegate {
        ScriptedDelegate("held", execute: { event, _ in .suspended(Call(event, self)) }).delegate
    }

    func release() { state.withLock { $0.isReleased = true } }

    fileprivate func wait() async {
        state.withLock { $0.isWaiting = true }
        while !state.withLock(\.isReleased) { try? await Task.sleep(for: .milliseconds(5)) }
    }
}

private final class Call: Suspension, @unchecked Sendable {
    let event: any EventContent
    private let held: HeldCalls

    init(_ event: any EventContent, _ held: HeldCalls) {
        self.event = event
        self.held = held
    }

    func wait() async { await held.wait() }

    func resume(_ commander: Commander) -> Execution { .finished(.handled) }
}

/// A rule with more state than a message of the servers may have.
private final class LargeState: EventDelegate {
    private let store: any StateStore

    init(_ context: WorkerContext) { store = context.store }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
        try store.save([StateChange(script: "large", key: "", value: bytes)], position: nil)
        return .finished(.handled)
    }

    func finish(committed: Bool) {}
}
