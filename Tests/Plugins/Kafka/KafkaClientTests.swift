import Glibc
import PeriluneCore
import Testing

@testable import PeriluneKafka

/// Producers and members of groups, each alone.
@Suite(.timeLimit(.minutes(5))) struct KafkaClientTests {
    /// librdkafka refuses further ones until it has reported some.
    @Test func moreMessagesThanAProducerQueuesAreStored() throws {
        let cluster = try KafkaCluster()
        try cluster.create("big")
        let message = KafkaProducer.Message("big", key: nil, headers: [], data: [0x31])
        let messages = [KafkaProducer.Message](repeating: message, count: 12_000)
        let producer = try KafkaProducer(cluster.connection, timeout: .seconds(60))
        let outcomes = try producer.publish(messages)
        #expect(outcomes.count { $0 == nil } == messages.count)
        #expect(try cluster.messages(of: "big").count == messages.count)
    }

    /// Sources and outputs make new ones after failures.
    @Test func aProducerThatIsNotNeededAnyMoreClosesItsConnection() throws {
        let listener = try Listener()
        var options = KafkaConnectionOptions()
        options.servers = ["127.0.0.1:\(listener.port)"]
        var producer: KafkaProducer? = try KafkaProducer(options, timeout: .seconds(10))
        let client = accept(listener.file, nil, nil)
        defer { close(client) }
        withExtendedLifetime(producer) {}
        producer = nil
        var bytes = [UInt8](repeating: 0, count: 1000)
        var count = 1
        while count > 0 {
            count = recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        }
        // It would be -1 if the connection were open.
        #expect(count == 0)
    }

    /// Otherwise a full host would let the source read its topics into memory.
    @Test func aMemberThatWaitsReadsNothing() throws {
        let cluster = try KafkaCluster()
        try cluster.create("orders")
        try cluster.publish("orders", "1", "2", "3", "4", "5")
        let subscription = KafkaConsumer.Subscription(
            topics: ["orders"], group: "g", startsAtFirst: true, sessionMilliseconds: 4000)
        let consumer = try KafkaConsumer(subscription, cluster.connection)
        defer { consumer.close() }
        func next() throws -> [String?] {
            let end = ContinuousClock.now + .seconds(60)
            while .now < end {
                let messages = try consumer.poll(1, wait: .milliseconds(100))
                if !messages.isEmpty { return messages.map(\.text) }
            }
            return []
        }
        #expect(try next() == ["1"])
        for _ in 0..<3 { try consumer.wait(.milliseconds(100)) }
        #expect(try next() == ["2"])
    }
}

/// A port of loopback at which nothing answers.
private final class Listener {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private(set) var port: UInt16 = 0

    init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try #require(bind(file, pointer, size) == 0 && listen(file, 5) == 0)
                try #require(getsockname(file, pointer, &size) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(file) }
}
