import CNATS
import Dispatch
import Glibc
package import PeriluneCore
import Synchronization

/// A subscription to a subject, or to a consumer of a stream.
///
/// Unchecked: libnats allows calls from any thread.
package final class NATSSubscription: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let connection: NATSConnection
    private let kind: Kind
    /// The number of messages in the stream after the last one received.
    private let pending = Mutex<UInt64>(0)

    /// The kind of a subscription.
    enum Kind {
        /// A subject without a stream.
        case subject
        /// A consumer of a stream, whose messages are requested.
        case pull
        /// A stream in order, whose messages are sent as fast as they are taken.
        case ordered
    }

    /// Takes ownership of a subscription of libnats.
    init(_ pointer: OpaquePointer, of connection: NATSConnection, _ kind: Kind) {
        self.pointer = pointer
        self.connection = connection
        self.kind = kind
    }

    /// Subscribes to a subject without a stream; each message goes to one member of a group.
    package convenience init(
        _ connection: NATSConnection, subject: String, group: String?
    ) throws(PeriluneError) {
        var created: OpaquePointer?
        let status =
            if let group {
                natsConnection_QueueSubscribeSync(&created, connection.pointer, subject, group)
            } else {
                natsConnection_SubscribeSync(&created, connection.pointer, subject)
            }
        guard status == NATS_OK, let created else {
            throw NATSFailure(status).error(
                "nats.connection", "cannot subscribe to '\(subject)'")
        }
        self.init(created, of: connection, .subject)
    }

    deinit {
        let retired = RetiredSubscription(pointer, of: connection)
        DispatchQueue.global().async { retired.destroy() }
    }

    /// The number of messages that arrived faster than they were fetched and were dropped; always 0 for streams.
    package var dropped: Int64 {
        var count: Int64 = 0
        _ = natsSubscription_GetDropped(pointer, &count)
        return count
    }

    /// The maximum number of bytes to fetch at once, unless the server's message limit is larger.
    private static let fetchSize = 8 << 20

    /// Waits for messages; empty after the given time.
    ///
    /// - Throws: `nats.connection` if the connection is lost.
    package func fetch(_ count: Int, milliseconds: Int64) throws(PeriluneError) -> [NATSMessage] {
        kind == .pull
            ? try fetchFromStream(count, milliseconds) : try takeArrived(count, milliseconds)
    }

    private func fetchFromStream(
        _ count: Int, _ milliseconds: Int64
    ) throws(PeriluneError) -> [NATSMessage] {
        var request = jsFetchRequest()
        jsFetchRequest_Init(&request)
        // libnats waits for the requested number of messages, so it is one, or the number in the stream.
        let pending = Int(clamping: pending.withLock(\.self))
        request.Batch = Int32(clamping: max(1, min(count, pending)))
        request.Expires = milliseconds * 1_000_000
        // No message with its headers is larger than the server's limit.
        request.MaxBytes = Int64(max(Self.fetchSize, 2 * connection.maximumPayload))
        var list = natsMsgList()
        let status = natsSubscription_FetchRequest(&list, pointer, &request)
        // Destroys the remaining messages of the list, too.
        defer { natsMsgList_Destroy(&list) }
        guard status == NATS_OK || status == NATS_TIMEOUT else {
            throw connection.connectionError(status)
        }
        let messages = (0..<Int(list.Count)).compactMap { index -> NATSMessage? in
            guard let message = list.Msgs[index] else { return nil }
            list.Msgs[index] = nil
            return NATSMessage(NATSMessageHandle(message, of: self), isOfStream: true)
        }
        self.pending.withLock { $0 = messages.last?.position?.pending ?? 0 }
        return messages
    }

    private func takeArrived(
        _ count: Int, _ milliseconds: Int64
    ) throws(PeriluneError) -> [NATSMessage] {
        var messages: [NATSMessage] = []
        while messages.count < count,
            // Only wait for the first one.
            case .message(let message) = try next(
                milliseconds: messages.isEmpty ? milliseconds : 0)
        {
            messages.append(NATSMessage(message, isOfStream: kind == .ordered))
        }
        return messages
    }

    /// The next message of a subscription.
    enum Next {
        case message(NATSMessageHandle)
        /// Nobody receives the message that was published with this subscription as its reply subject.
        case unreceived
        /// No message arrived in time.
        case nothing
    }

    /// Waits for the next message.
    func next(milliseconds: Int64) throws(PeriluneError) -> Next {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, pointer, milliseconds)
        switch (status, message) {
        case (NATS_OK, let message?): return .message(NATSMessageHandle(message, of: self))
        case (NATS_NO_RESPONDERS, _): return .unreceived
        // libnats has dropped messages; the next call continues.
        case (NATS_TIMEOUT, _), (NATS_SLOW_CONSUMER, _): return .nothing
        default: throw connection.connectionError(status)
        }
    }
}

/// A subscription that is no longer used, until it is destroyed.
///
/// libnats (3.4.1) accesses a destroyed subscription if a message arrives at the same time; its reading thread then
/// hangs.
private final class RetiredSubscription: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let connection: NATSConnection

    private static let patience: Int64 = 5000

    init(_ pointer: OpaquePointer, of connection: NATSConnection) {
        self.pointer = pointer
        self.connection = connection
    }

    /// Destroys the subscription once the reading thread cannot have a message for it: after a later message has
    /// arrived.
    func destroy() {
        _ = natsSubscription_Unsubscribe(pointer)
        switch natsConnection_FlushTimeout(connection.pointer, Self.patience) {
        case NATS_OK: break
        // The reading thread has ended.
        case NATS_CONNECTION_CLOSED: sleep(1)
        // The state of the reading thread is unknown, so the subscription is leaked.
        default: return
        }
        natsSubscription_Destroy(pointer)
    }
}
