import CNATS
import Dispatch
import Glibc
package import PeriluneCore
import Synchronization

/// Messages of a subject, or of a consumer of a stream.
///
/// Unchecked: the library allows calls from any thread.
package final class NATSSubscription: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let connection: NATSConnection
    private let kind: Kind
    /// How many messages of the stream waited behind the last one.
    private let pending = Mutex<UInt64>(0)

    /// How messages come.
    enum Kind {
        /// From no stream.
        case subject
        /// From a consumer of a stream, as they are asked for.
        case pull
        /// From a stream in order, as fast as they are taken.
        case ordered
    }

    /// Takes over a subscription of the library.
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

    /// How many messages arrived faster than they were fetched, and were dropped: never those of a stream.
    package var dropped: Int64 {
        var count: Int64 = 0
        _ = natsSubscription_GetDropped(pointer, &count)
        return count
    }

    /// The most bytes of messages that are fetched at once, unless the server takes larger ones.
    private static let fetchSize = 8 << 20

    /// Waits for the first messages; none if the time is over.
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
        // The library waits for as many as it was asked for: for one, or for those that the stream has.
        let pending = Int(clamping: pending.withLock(\.self))
        request.Batch = Int32(clamping: max(1, min(count, pending)))
        request.Expires = milliseconds * 1_000_000
        // No message is larger, with its headers, than what the server takes.
        request.MaxBytes = Int64(max(Self.fetchSize, 2 * connection.maximumPayload))
        var list = natsMsgList()
        let status = natsSubscription_FetchRequest(&list, pointer, &request)
        // What the list still has when it is destroyed is destroyed, too.
        defer { natsMsgList_Destroy(&list) }
        guard status == NATS_OK || status == NATS_TIMEOUT else { throw connection.lost(status) }
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
            // Only the first one is worth waiting for.
            case .message(let message) = try next(
                milliseconds: messages.isEmpty ? milliseconds : 0)
        {
            messages.append(NATSMessage(message, isOfStream: kind == .ordered))
        }
        return messages
    }

    /// What a subscription has next.
    enum Next {
        case message(NATSMessageHandle)
        /// Nobody receives what was published with this subscription as its reply.
        case unreceived
        /// Nothing within the time.
        case nothing
    }

    /// Waits for the next message.
    func next(milliseconds: Int64) throws(PeriluneError) -> Next {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, pointer, milliseconds)
        switch (status, message) {
        case (NATS_OK, let message?): return .message(NATSMessageHandle(message, of: self))
        case (NATS_NO_RESPONDERS, _): return .unreceived
        // The library dropped messages; the next call goes on.
        case (NATS_TIMEOUT, _), (NATS_SLOW_CONSUMER, _): return .nothing
        default: throw connection.lost(status)
        }
    }
}

/// An unused subscription, until it is destroyed.
///
/// The library (3.4.1) uses a subscription after its destruction if a message arrives at the same time: the thread that reads
/// then hangs for ever.
private final class RetiredSubscription: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let connection: NATSConnection

    private static let patience: Int64 = 5000

    init(_ pointer: OpaquePointer, of connection: NATSConnection) {
        self.pointer = pointer
        self.connection = connection
    }

    /// Destroys it when the thread that reads can have no message for it: after a message that came later.
    func destroy() {
        _ = natsSubscription_Unsubscribe(pointer)
        switch natsConnection_FlushTimeout(connection.pointer, Self.patience) {
        case NATS_OK: break
        // The thread ends.
        case NATS_CONNECTION_CLOSED: sleep(1)
        // Nobody knows what the thread does: a little memory is lost.
        default: return
        }
        natsSubscription_Destroy(pointer)
    }
}
