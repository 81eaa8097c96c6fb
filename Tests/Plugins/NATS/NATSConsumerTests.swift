import PeriluneCore
import Testing

@testable import PeriluneNATS

/// Consumers and answers of a real server.
@Suite(.timeLimit(.minutes(5))) struct NATSConsumerTests {
    private let server: NATSServerProcess
    private let connection: NATSConnection

    init() throws {
        server = try NATSServerProcess()
        try server.create("ORDERS", "orders.>")
        connection = try NATSConnection(server.connection)
    }

    /// It would lose messages, or those of other subjects would come.
    @Test(arguments: [
        (#""ack_policy":"explicit","deliver_subject":"x""#, "is a push consumer"),
        (#""ack_policy":"all""#, "does not acknowledge each message"),
        (#""ack_policy":"explicit""#, "reads the whole stream, and not 'orders.new'"),
        (
            #""ack_policy":"explicit","filter_subject":"orders.old""#,
            "reads 'orders.old', and not 'orders.new'"
        ),
    ])
    func anotherKindOfConsumerIsRefused(_ config: String, _ problem: String) throws {
        try server.request(
            "$JS.API.CONSUMER.DURABLE.CREATE.ORDERS.mine",
            #"{"stream_name":"ORDERS","config":{"durable_name":"mine",\#(config)}}"#)
        let error = #expect(throws: PeriluneError.self) {
            try NATSStreams(connection)
                .subscribe(stream: "ORDERS", consumer: "mine", subject: "orders.new")
        }
        #expect(error?.code == "nats.consumer")
        #expect(error?.message == "the consumer 'mine' of the stream 'ORDERS' \(problem)")
    }

    @Test func aConsumerContinuesWhereItWas() throws {
        let streams = try NATSStreams(connection)
        func next() throws -> String? {
            let messages = try streams.subscribe(
                stream: "ORDERS", consumer: "mine", subject: "orders.new")
            let message = try messages.fetch(1, milliseconds: 5000).first
            message?.answer(.acknowledged)
            try connection.flush(milliseconds: 5000)
            return message?.text
        }
        try server.publish("orders.new", "a", "b")
        try server.publish("orders.old", "c")
        #expect(try next() == "a")
        #expect(try next() == "b")
    }

    /// Otherwise it would count as the answer to another message, which may not be stored.
    @Test func aLateAnswerIsNotThatOfTheNextMessage() throws {
        let publisher = try NATSPublisher(connection)
        let message = NATSPublisher.Message("orders.new", headers: [], data: Array("{}".utf8))
        #expect(throws: PeriluneError.self) {
            try publisher.append(message, after: nil, timeout: .zero)
        }
        let end = ContinuousClock.now + .seconds(60)
        while try NATSStreams(connection).counts(ofStream: "ORDERS").isEmpty, .now < end {}
        try connection.flush(milliseconds: 5000)
        #expect(try publisher.append(message, after: nil, timeout: .seconds(60)) == 2)
    }
}
