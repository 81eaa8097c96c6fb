import Glibc
import PeriluneCore
import Synchronization
import Testing

@testable import PeriluneHTTP

/// Mails that no task waits for any more.
@Suite(.timeLimit(.minutes(5))) struct MailCancellationTests {
    private func send(_ attachment: Int, to server: RawServer) throws -> Task<Void, any Error> {
        let address = try MailAddress("a@example.com")
        let mail = MailMessage(
            from: address, to: [address], subject: "", text: "",
            attachments: [
                .init(
                    name: "a", mediaType: "image/png",
                    bytes: [UInt8](repeating: 0, count: attachment))
            ], id: "1", date: Timestamp(microseconds: 0))
        let mailServer = try MailServer(
            "smtp://127.0.0.1:\(server.port)", isEncrypted: false, timeout: .seconds(60))
        return Task { try await MailClient().send(mail, over: mailServer) }
    }

    private func isCancelled(_ result: Result<Void, any Error>) -> Bool {
        guard case .failure(let error as PeriluneError) = result else { return false }
        return error.code == .mailFailed && error.message.hasSuffix(" failed: cancelled")
    }

    @Test func aServerThatDoesNotAnswerIsNotWaitedFor() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let server = RawServer(greeting: "220 hello\r\n") { connection in
            ask.finish()
            while !receive(connection).isEmpty {}
        }
        let sending = try send(0, to: server)
        for await _ in asked {}
        let start = ContinuousClock.now
        sending.cancel()
        #expect(isCancelled(await sending.result))
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func aMailIsNotDeliveredInPart() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<[UInt8]>.makeStream()
        let isGivenUp = Flag()
        let server = RawServer(greeting: "220 hello\r\n") { connection in
            for answer in ["250 hello", "250 ok", "250 ok", "354 go on"] {
                _ = "\(answer)\r\n".utf8.withContiguousStorageIfAvailable {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                _ = receive(connection)
            }
            begin.finish()
            isGivenUp.wait()
            var last: [UInt8] = []
            while case let piece = receive(connection), !piece.isEmpty {
                last = Array((last + piece).suffix(5))
            }
            end.yield(last)
            end.finish()
        }
        // More than the system keeps for a server that does not read.
        let sending = try send(20 << 20, to: server)
        for await _ in begun {}
        sending.cancel()
        let patience = Task {
            try await Task.sleep(for: .seconds(10))
            isGivenUp.set()
        }
        let result = await sending.result
        patience.cancel()
        isGivenUp.set()
        #expect(isCancelled(result))
        for await last in ended { #expect(last != Array("\r\n.\r\n".utf8)) }
    }
}

private func receive(_ connection: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
}

/// What one thread waits for and another one sets.
private final class Flag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }

    func wait() { while !isSet.load(ordering: .acquiring) { usleep(5000) } }
}
