import PeriluneCore
import PeriluneJSON
import Testing

@testable import PeriluneCluster

/// The leases of a cluster on a real server.
@Suite(.timeLimit(.minutes(5))) struct LeaseTableTests {
    private let server: NATSServerProcess
    private let cluster: Cluster

    init() throws {
        server = try NATSServerProcess()
        cluster = try Cluster(name: "leases", server.connection)
        try cluster.create(lanes: 1, replicas: 1)
    }

    private func table(watching keys: String = ">") throws -> LeaseTable {
        let table = try LeaseTable(cluster, watching: keys)
        try table.update(milliseconds: 100)
        return table
    }

    /// Such as after a pause: it would take the lane back from the member that has taken it over.
    @Test func aLeaseThatAnotherMemberHoldsIsNotWritten() throws {
        let (first, second) = (try table(), try table())
        #expect(try first.write("lane.0", ["member": "a"], by: "a"))
        try second.update(milliseconds: 100)
        #expect(second.holder(of: "lane.0") == "a")
        #expect(try !second.write("lane.0", ["member": "b"], by: "b"))
        #expect(try !second.write("lane.0", .null, by: "b"))
        #expect(try first.write("lane.0", .null, by: "a"))
        try second.update(milliseconds: 100)
        #expect(try second.write("lane.0", ["member": "b"], by: "b"))
    }

    @Test func aLeaseThatAnotherMemberWroteSinceIsNotTaken() throws {
        let (first, second) = (try table(), try table())
        #expect(try first.write("lane.0", ["member": "a"], by: "a"))
        #expect(try !second.write("lane.0", ["member": "b"], by: "b"))
        #expect(second.value("lane.0")?["member"] == "a")
        #expect(try first.write("lane.0", ["member": "a", "behind": 1], by: "a"))
    }

    /// After the loss of a server, a subscription can send some entries only.
    @Test func aLeaseThatTheSubscriptionDidNotSendIsNotTaken() throws {
        let (first, second) = (try table(), try table(watching: "member.>"))
        #expect(try first.write("lane.0", ["member": "a"], by: "a"))
        #expect(second.value("lane.0") == nil)
        #expect(try !second.write("lane.0", ["member": "b"], by: "b"))
        #expect(second.value("lane.0")?["member"] == "a")
    }

    @Test func aSubscriptionThatMissedAnEntryIsAnError() async throws {
        let (first, second) = (try table(), try table(watching: "member.>"))
        try await Task.sleep(for: Cluster.leaseTime * 2)
        #expect(try second.write("lane.1", ["member": "b"], by: "b"))
        try second.checkWatch("lane.1")
        #expect(try first.write("lane.0", ["member": "a"], by: "a"))
        #expect(try !second.write("lane.0", ["member": "b"], by: "b"))
        let error = #expect(throws: PeriluneError.self) { try second.checkWatch("lane.1") }
        #expect(error?.code == "nats.stream")
    }

    @Test func aLeaseIsTakenAfterItHasExpired() async throws {
        let (first, second) = (try table(), try table())
        #expect(try first.write("lane.0", ["member": "a"], by: "a"))
        try second.update(milliseconds: 100)
        try await Task.sleep(for: Cluster.leaseTime * 1.5)
        // A busy server sends it, or removes it, later: then the first try only shows it.
        let isTaken = try second.write("lane.0", ["member": "b"], by: "b")
        #expect(try isTaken || second.write("lane.0", ["member": "b"], by: "b"))
        #expect(try !first.write("lane.0", ["member": "a"], by: "a"))
    }
}
