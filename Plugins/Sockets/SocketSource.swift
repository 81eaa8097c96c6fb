import PeriluneCore
import PeriluneHTTP
import Synchronization

/// Makes events of the messages that arrive at a socket.
final class SocketSource: EventSource {
    let name: String
    private let listener: Listener
    private let codec: any Codec
    private let ids: MessageIDs
    private let receiver = Mutex<SocketReceiver?>(nil)
    /// When the source stops offering what it has, once it was cancelled.
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    /// The most messages in one delivery, since the host accepts a limited number.
    private static let batch = 1000
    /// How long the last messages are offered to a host that ends.
    private static let lastTries = Duration.seconds(10)

    init(_ listener: Listener, _ codec: any Codec, _ ids: MessageIDs) {
        name = listener.place.description
        self.listener = listener
        self.codec = codec
        self.ids = ids
    }

    var lost: Int? { receiver.withLock { $0?.lost } }

    func open() throws(PeriluneError) -> String? {
        let receiver = try opened()
        return "\(listener.format) on \(listener.place.text(port: receiver.port))"
    }

    func event(of entry: [UInt8]) throws(PeriluneError) -> Event? {
        try MessageReader(codec, listener.source, ids).event(of: entry)
    }

    private func opened() throws(PeriluneError) -> SocketReceiver {
        try receiver.withLock { receiver throws(PeriluneError) in
            if let receiver { return receiver }
            let new = try SocketReceiver(listener.place, listener.options)
            receiver = new
            return new
        }
    }

    func run(
        _ deliver: @escaping @Sendable (HTTPSource.Delivery) async throws(PeriluneError) -> Void
    ) async throws {
        let receiver = try opened()
        end.withLock { $0 = nil }
        try receiver.start()
        let reader = MessageReader(codec, listener.source, ids)
        await withTaskCancellationHandler {
            while let messages = await receiver.next() {
                for start in stride(from: 0, to: messages.count, by: Self.batch) {
                    let numbers = start..<min(start + Self.batch, messages.count)
                    await keep(reader.delivery(of: messages, numbers), deliver)
                }
            }
        } onCancel: {
            end.withLock { $0 = .now + Self.lastTries }
            receiver.stop()
        }
        self.receiver.withLock { $0 = nil }
    }

    /// Offers a delivery until the host has kept it; nothing is read from the socket meanwhile.
    private func keep(
        _ delivery: HTTPSource.Delivery,
        _ deliver: (HTTPSource.Delivery) async throws(PeriluneError) -> Void
    ) async {
        var pause = Duration.milliseconds(5)
        while true {
            do throws(PeriluneError) {
                return try await deliver(delivery)
            } catch {
                if let end = end.withLock(\.self), .now > end { return }
                await Self.sleep(pause)
                pause = min(pause * 2, .seconds(1))
            }
        }
    }

    /// Sleeps also in a task that was cancelled.
    private static func sleep(_ time: Duration) async {
        await Task.detached { try? await Task.sleep(for: time) }.value
    }
}
