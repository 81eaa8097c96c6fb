import PeriluneCore
import Testing

@testable import Perilune
@testable import PeriluneCluster
@testable import PeriluneNATS

/// Members that divide the lanes of a cluster on a real server.
@Suite(.timeLimit(.minutes(5))) struct ClusterMemberTests {
    private let server: NATSServerProcess
    private let cluster: Cluster
    private static let lanes = 2

    init() throws {
        server = try NATSServerProcess()
        cluster = try Cluster(name: "m", server.connection)
        try cluster.create(lanes: Self.lanes, replicas: 1)
    }

    private func start(_ place: String, isFailing: Bool = false) throws -> RunningMember {
        try RunningMember(cluster, lanes: Self.lanes, place, isFailing: isFailing)
    }

    private func areOpen(_ member: RunningMember) -> Bool {
        let readings = member.member.laneReadings
        return readings.count == Self.lanes && readings.allSatisfy(\.isOpen)
    }

    /// One request with so many events, which are in both lanes.
    private func send(_ count: Int, to publisher: EventPublisher) async -> PeriluneError? {
        let items = (0..<count).map { number in
            let event = Event(id: "\(number)", source: "s", type: "test.made")
            return ForwardedEvents.Item(
                json: event.json, key: UInt64(number), identity: "\(number)", depth: 0)
        }
        return await withCheckedContinuation { continuation in
            publisher.forward(ForwardedEvents(items: items) { continuation.resume(returning: $0) })
        }
    }

    @Test func aMemberCountsTheCommitsOfItsLanes() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        #expect(member.member.ownedLanes == Self.lanes)
        #expect(await send(4, to: EventPublisher(cluster, lanes: Self.lanes)) == nil)
        try await wait { member.member.laneCounts.count == Self.lanes }
        try await wait {
            try ClusterStatus(cluster).lanes.map { $0.committed ?? 0 }
                == member.member.laneCounts.map(\.commits)
        }
        #expect(member.member.laneCounts.allSatisfy { $0.commits > 0 && $0.errors == 0 })
        try await wait { member.member.laneReadings.map(\.behind) == [0, 0] }
        #expect(member.laneReports == [])
        await member.stop()
        #expect(member.member.ownedLanes == 0)
    }

    /// Otherwise the next member would wait until the leases expire.
    @Test func aMemberThatStopsFreesItsLanesAtOnce() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        await member.stop()
        let status = try ClusterStatus(cluster)
        #expect(status.lanes.map(\.owner) == [nil, nil])
        #expect(status.members.isEmpty)
        #expect(member.notes.filter { $0.hasPrefix("gave up") }.count == Self.lanes)
    }

    @Test func aLaneThatCannotBeOpenedIsReportedCountedAndRetried() async throws {
        let member = try start("a", isFailing: true)
        try await wait { member.member.laneCounts.map(\.errors).min() ?? 0 > 1 }
        #expect(member.member.laneCounts.map(\.lane) == [0, 1])
        #expect(
            Set(member.laneReports) == Set((0..<2).map { "lane \($0): the lane cannot be opened" }))
        try await wait {
            try ClusterStatus(cluster).lanes.allSatisfy {
                !$0.isOpen && $0.error?.contains("the lane cannot be opened") == true
            }
        }
        member.recover()
        try await wait { areOpen(member) }
        await member.stop()
    }

    /// Its client may be newer.
    @Test func aMemberAnswersAnUnknownRequestWithAnError() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        let connection = try NATSConnection(server.connection)
        var answer: [UInt8]?
        try await wait {
            answer = try connection.request(
                cluster.requests(of: 0), Array(#"{"do":"dance","choice":{"all":true}}"#.utf8),
                milliseconds: 5000)
            return answer != nil
        }
        let error = try Value(json: try #require(answer))["error"]
        #expect(error?["code"] == "cluster.request")
        #expect(error?["message"] == "the member does not know this request")
        await member.stop()
    }

    @Test func aMemberContinuesWhenTheServersRecover() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        server.kill()
        try await wait { member.reports.contains { $0.hasPrefix("cluster/m/0: ") } }
        try server.start()
        let publisher = EventPublisher(cluster, lanes: Self.lanes)
        while await send(4, to: publisher) != nil { try await Task.sleep(for: .milliseconds(50)) }
        try await wait { member.member.laneCounts.filter { $0.commits > 0 }.count == Self.lanes }
        try await wait { member.member.laneReadings.map(\.behind) == [0, 0] }
        await member.stop()
    }

    @Test func aDrainedMemberSaysSoAndGivesItsLanesToTheOther() async throws {
        let (first, second) = (try start("a"), try start("b"))
        try await wait { first.member.ownedLanes == 1 && second.member.ownedLanes == 1 }
        let watch = try ClusterWatch(cluster)
        let id = try #require(try watch.status().members.first { $0.place == "a" }?.id)
        try await wait {
            try watch.setDraining(id, to: true)
            return first.member.ownedLanes == 0 && areOpen(second)
        }
        #expect(first.notes.contains("draining: this member gives up its lanes"))
        try await wait { try watch.status().members.map(\.isDraining) == [true, false] }
        try await wait {
            try watch.setDraining(id, to: false)
            return first.member.ownedLanes == 1 && second.member.ownedLanes == 1
        }
        #expect(first.notes.contains("taking lanes again"))
        await first.stop()
        await second.stop()
    }

    /// Otherwise both would count it as theirs, and another lane could stay without a member.
    @Test func aMemberGivesUpALaneThatAnotherOneHolds() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        let table = try LeaseTable(cluster)
        try table.put("lane.0", ["member": "other", "place": "b"])
        try await wait { member.notes.contains("lane 0 was taken over by another member") }
        // After the lease has expired.
        try await wait { member.notes.filter { $0 == "processing lane 0" }.count == 2 }
        await member.stop()
    }

    /// The servers store each renewal.
    @Test func leasesAreRenewedAFewTimesASecond() async throws {
        let member = try start("a")
        try await wait { areOpen(member) }
        func written() throws -> Int64 {
            let streams = try NATSStreams(NATSConnection(server.connection))
            let info = try streams.info(ofStream: cluster.leases)
            return try #require(info["state"]?["last_seq"]?.integer)
        }
        let (before, start) = (try written(), ContinuousClock.now)
        try await Task.sleep(for: .seconds(2))
        // On a busy machine, the first renewal may be late.
        try await wait { try written() > before }
        let count = try written() - before
        // Two lanes and the member, four times a second.
        #expect(Duration.seconds(count) / 18 < ContinuousClock.now - start)
        await member.stop()
    }

    @Test func requestsOfManyClientsAreStoredInTheLanesOfTheirEvents() async throws {
        let publisher = EventPublisher(cluster, lanes: Self.lanes)
        let failures = await withTaskGroup(of: PeriluneError?.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let item = ForwardedEvents.Item(
                        json: Array("{\"n\":\(number)}".utf8), key: UInt64(number), identity: nil,
                        depth: 0)
                    return await withCheckedContinuation { continuation in
                        publisher.forward(
                            ForwardedEvents(items: [item]) { continuation.resume(returning: $0) })
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1] }.compactMap(\.self)
        }
        #expect(failures == [])
        let stored = try server.messages(of: cluster.events)
        for lane in 0..<2 {
            let numbers = stored.filter { $0.subject == cluster.events(of: lane) }
                .compactMap { try? Value(json: $0.data)["n"]?.integer }
            #expect(numbers.sorted() == (0..<40).filter { $0 % 2 == lane }.map { Int64($0) })
        }
    }
}
