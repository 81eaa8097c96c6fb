import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import Perilune
@testable import PeriluneCluster
@testable import PeriluneNATS

/// Requests to a cluster, and events that its servers refuse.
@Suite(.timeLimit(.minutes(5))) struct ClusterRequestTests {
    private let server: NATSServerProcess
    private let cluster: Cluster

    init() throws {
        server = try NATSServerProcess()
        cluster = try Cluster(name: "c", server.connection)
    }

    /// Elsewhere an answer could be an event of a lane, or a request to the server.
    @Test func onlyAnInboxGetsAnAnswer() throws {
        let connection = try NATSConnection(server.connection)
        let requests = try NATSSubscription(
            connection, subject: cluster.requests(of: 0), group: nil)
        try connection.flush(milliseconds: 5000)
        let publisher = try NATSPublisher(connection)
        for reply in ["c.ev.0", "$JS.API.STREAM.DELETE.c-EVENTS", "_INBOXES.a", "_INBOX.a.b"] {
            let request = NATSPublisher.Message(cluster.requests(of: 0), headers: [], data: [])
            #expect(try publisher.send(request, reply: reply) == nil)
        }
        _ = try publisher.publishUnstored([], timeout: .seconds(5))
        var replies: [String?] = []
        while replies.count < 4 {
            replies += try requests.fetch(4, milliseconds: 5000).map(\.reply)
        }
        #expect(replies == [nil, nil, nil, "_INBOX.a.b"])
    }

    private func forward(_ texts: [String], to publisher: EventPublisher) async -> PeriluneError? {
        await withCheckedContinuation { continuation in
            let items = texts.map {
                ForwardedEvents.Item(json: Array($0.utf8), key: 0, identity: nil, depth: 0)
            }
            publisher.forward(
                ForwardedEvents(items: items) { continuation.resume(returning: $0) })
        }
    }

    /// Otherwise one sender could make the member refuse the events of all.
    @Test func anEventThatTheServersRefuseIsNotAConnectionFailure() async throws {
        try server.request(
            "$JS.API.STREAM.CREATE.c-EVENTS",
            #"{"name":"c-EVENTS","subjects":["c.ev.0"],"max_msg_size":500}"#)
        let publisher = EventPublisher(cluster, lanes: 1)
        let large = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"}"
        let error = await forward([large], to: publisher)
        #expect(error?.code == "event.size")
        #expect(error?.hint == "raise max_msg_size of the stream")
        #expect(publisher.failure == nil)
        #expect(await forward(["{}"], to: publisher) == nil)
    }

    @Test func aMissingStreamIsAConnectionFailure() async {
        let publisher = EventPublisher(cluster, lanes: 1)
        #expect(await forward(["{}"], to: publisher)?.code == "nats.stream")
        #expect(publisher.failure?.code == "nats.stream")
    }
}
