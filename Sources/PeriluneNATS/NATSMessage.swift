import CNATS
import Glibc
package import PeriluneCore

/// A message of a server: subject, headers and body.
package struct NATSMessage: Sendable {
    package let subject: String
    package let headers: HTTPHeaders
    package let data: [UInt8]
    /// The position in a stream; `nil` if the message is not in a stream.
    package let position: Position?
    let handle: NATSMessageHandle

    /// A position in a stream.
    package struct Position: Sendable {
        /// The name of the stream.
        package let stream: String
        /// The sequence number in the stream, from 1; gaps are messages of other subjects, or removed ones.
        package let sequence: UInt64
        /// When the stream stored it, in nanoseconds since 1970.
        package let time: Int64
        /// The number of messages that the consumer has not received yet.
        package let pending: UInt64
    }

    /// Copies a message and takes ownership of the original.
    init(_ handle: NATSMessageHandle, isOfStream: Bool) {
        self.handle = handle
        let pointer = handle.pointer
        subject = String(cString: natsMsg_GetSubject(pointer))
        data = Self.data(of: pointer)
        headers = Self.headers(pointer)
        position = isOfStream ? Self.position(pointer) : nil
    }

    /// A copy of the body of a message.
    static func data(of pointer: OpaquePointer) -> [UInt8] {
        let count = Int(natsMsg_GetDataLength(pointer))
        return natsMsg_GetData(pointer).map { start in
            start.withMemoryRebound(to: UInt8.self, capacity: count) {
                Array(UnsafeBufferPointer(start: $0, count: count))
            }
        } ?? []
    }

    static func headers(_ pointer: OpaquePointer) -> HTTPHeaders {
        var headers = HTTPHeaders()
        var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(pointer, &keys, &count) == NATS_OK, let keys else {
            return headers
        }
        defer { free(keys) }
        for index in 0..<Int(count) {
            guard let key = keys[index] else { continue }
            var values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
            var number: Int32 = 0
            guard natsMsgHeader_Values(pointer, key, &values, &number) == NATS_OK, let values
            else { continue }
            defer { free(values) }
            for value in 0..<Int(number) {
                guard let text = values[value] else { continue }
                headers.add(name: bytes(key), value: bytes(text))
            }
        }
        return headers
    }

    /// The raw bytes of a header, because repaired texts of different headers could become equal.
    private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text, count: strlen(text))
    }

    private static func position(_ pointer: OpaquePointer) -> Position? {
        var data: UnsafeMutablePointer<jsMsgMetaData>?
        guard natsMsg_GetMetaData(&data, pointer) == NATS_OK, let data else { return nil }
        defer { jsMsgMetaData_Destroy(data) }
        return Position(
            stream: data.pointee.Stream.map { String(cString: $0) } ?? "",
            sequence: data.pointee.Sequence.Stream, time: data.pointee.Timestamp,
            pending: data.pointee.NumPending)
    }

    /// An acknowledgement of a message.
    package enum Answer: Sendable {
        /// The message is processed.
        case acknowledged
        /// The message cannot be processed, and must not be delivered again.
        case terminated
        /// The message is still being processed: the server waits longer before it delivers it again.
        case inProgress
        /// The message is not processed: the server may deliver it again immediately.
        case released
    }

    /// Sends an acknowledgement; if it is lost, the server delivers the message again.
    package func answer(_ answer: Answer) {
        guard position != nil else { return }
        let pointer = handle.pointer
        switch answer {
        case .acknowledged: _ = natsMsg_Ack(pointer, nil)
        case .terminated: _ = natsMsg_Term(pointer, nil)
        case .inProgress: _ = natsMsg_InProgress(pointer, nil)
        case .released: _ = natsMsg_Nak(pointer, nil)
        }
    }
}

/// A message of libnats, which retains its subscription because that must not end first.
///
/// Unchecked: libnats allows answers from any thread.
final class NATSMessageHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let subscription: NATSSubscription

    init(_ pointer: OpaquePointer, of subscription: NATSSubscription) {
        self.pointer = pointer
        self.subscription = subscription
    }

    deinit { natsMsg_Destroy(pointer) }
}
