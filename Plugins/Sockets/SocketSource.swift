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
    /// When a cancelled source stops offering its messages.
    private let end = Mutex<ContinuousClock.Instant?>(nil)
    /// The time for which the last messages are offered to a host that is stopping.
    private let lastTries: Duration
    /// Messages that a host that ends did not take.
    private let unstored = Atomic(0)

    /// The most messages in one delivery, since the host accepts a limited number.
    private static let batch = 1000

    init(
        _ listener: Listener, _ codec: any Codec, _ ids: MessageIDs,
        lastTries: Duration = .seconds(10)
    ) {
        name = listener.place.description
        self.listener = listener
        self.codec = codec
        self.ids = ids
        self.lastTries = lastTries
    }

    var lost: Int? {
        (receiver.withLock { $0?.lost } ?? 0) + unstored.load(ordering: .relaxed)
    }

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
        try await run(in: SourceHost(each: deliver))
    }

    func run(in host: SourceHost) async throws {
        let receiver = try opened()
        end.withLock { $0 = nil }
        try receiver.start()
        let reader = MessageReader(codec, listener.source, ids)
        await withTaskCancellationHandler {
            while let messages = await receiver.next() {
                for start in stride(from: 0, to: messages.count, by: Self.batch) {
                    let numbers = start..<min(start + Self.batch, messages.count)
                    let delivery = reader.delivery(of: messages, numbers)
                    if await !keep(delivery, host) {
                        unstored.add(
                            delivery.events.count + delivery.unreadable.count, ordering: .relaxed)
                    }
                }
            }
        } onCancel: {
            end.withLock { $0 = .now + lastTries }
            receiver.stop()
        }
        self.receiver.withLock { $0 = nil }
        let count = unstored.load(ordering: .relaxed)
        guard count > 0 else { return }
        host.report(
            PeriluneError(
                "socket.lost",
                "\(Counted(count, "message")) of \(name) had not been stored when the server stopped"
            ))
    }

    /// Offers a delivery until the host has stored it; nothing is read from the socket in the meantime.
    ///
    /// - Returns: Whether the host has stored it; false only when the host ends.
    private func keep(_ delivery: HTTPSource.Delivery, _ host: SourceHost) async -> Bool {
        var pause = Duration.milliseconds(5)
        while true {
            do throws(PeriluneError) {
                try await host.deliver([delivery])
                return true
            } catch {
                if let end = end.withLock(\.self), .now > end { return false }
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
