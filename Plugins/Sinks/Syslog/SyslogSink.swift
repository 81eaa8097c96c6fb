import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import Synchronization

/// Sends values to a syslog server.
///
/// Syslog has no acknowledgement. A connection sends one batch, and the batch counts as delivered when the receiver
/// has closed the connection after it; otherwise all of it is sent again. A datagram counts as delivered when it
/// has left; a message that is too long for one is cut, unless there is a file for rejected values.
final class SyslogSink: NoticingSink {
    /// How messages are separated on a connection.
    enum Framing: String, CaseIterable, Sendable { case octets, lines }

    let name: String
    private let sender: SocketSender
    private let format: SyslogFormat
    private let framing: Framing
    private let rejected: RejectedValues?
    /// The members that the format names; `nil` if it names none.
    private let named: Mutex<NamedMembers?>
    /// The last value of the batch in hand that was taken, so that it is not sent again.
    private let taken = Mutex<(sequence: String, number: Int64)>(("", 0))

    init(
        name: String, _ sender: SocketSender, _ format: SyslogFormat, _ framing: Framing,
        rejected: RejectedValues?
    ) {
        self.name = name
        self.sender = sender
        self.format = format
        self.framing = framing
        self.rejected = rejected
        let members = format.members
        named = Mutex(members.isEmpty ? nil : NamedMembers(members))
    }

    var warnings: [String] {
        named.withLock { $0?.warnings(of: "output '\(name)'") ?? [] }
            + (rejected?.warnings(of: name) ?? [])
    }

    var notedValues: Int { named.withLock { $0?.values ?? 0 } }

    func write(_ batch: RecordBatch) async throws {
        if sender.target.isStream {
            var bytes: [UInt8] = []
            for message in try messages(of: batch.values(after: 0)) { frame(message, &bytes) }
            return try await sender.send(stream: bytes)
        }
        while true {
            let number = taken.withLock { $0.sequence == batch.sequence ? $0.number : 0 }
            let values = batch.values(after: number)
            if values.isEmpty { return }
            do throws(PeriluneError) {
                try await send(values)
            } catch {
                guard error.code == "socket.size", let rejected else { throw error }
                // The first value that was not accepted is the one that is too long.
                let last = taken.withLock { $0.sequence == batch.sequence ? $0.number : 0 }
                guard let value = batch.values(after: last).first else { throw error }
                try rejected.append(value, of: name, because: error)
                markTaken(value)
            }
        }
    }

    private func send(_ values: [SinkValue]) async throws(PeriluneError) {
        let messages = try messages(of: values)
        try await sender.send(datagrams: messages, cutting: rejected == nil) {
            self.markTaken(values[$0])
        }
    }

    private func messages(of values: [SinkValue]) throws(PeriluneError) -> [[UInt8]] {
        let now = Timestamp.now
        return try named.withLock { (named) throws(PeriluneError) in
            try values.map { (value) throws(PeriluneError) in
                try format.message(value, at: now, noting: named?.ifNew(value))
            }
        }
    }

    private func markTaken(_ value: SinkValue) {
        taken.withLock { $0 = (value.sequence, value.number) }
    }

    private func frame(_ message: [UInt8], _ bytes: inout [UInt8]) {
        switch framing {
        case .octets:
            bytes += "\(message.count) ".utf8
            bytes += message
        case .lines:
            // A line feed within the message would end it.
            bytes += message.map { $0 == UInt8(ascii: "\n") || $0 == 0 ? 0x20 : $0 }
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
