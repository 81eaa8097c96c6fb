import Foundation
import Glibc
import PeriluneCore
import Synchronization
import Testing

@testable import PeriluneHTTP

/// Sockets that receive messages, with the sockets that send them.
@Suite(.timeLimit(.minutes(5))) struct SocketReceiverTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func receiver(
        _ place: SocketPlace, _ change: (inout SocketOptions) -> Void = { _ in }
    ) throws -> SocketReceiver {
        var options = SocketOptions()
        change(&options)
        let receiver = try SocketReceiver(place, options)
        try receiver.start()
        return receiver
    }

    private func texts(_ receiver: SocketReceiver, _ count: Int = .max) async -> [String] {
        var texts: [String] = []
        while texts.count < count, let messages = await receiver.next() {
            texts += (0..<messages.count).map {
                String(decoding: messages.bytes[messages.range($0)], as: UTF8.self)
            }
        }
        return texts
    }

    private static let local = "127.0.0.1"

    @Test func trailingTerminatorsOfDatagramsAreRemoved() async throws {
        let receiver = try receiver(.udp(address: Self.local, port: 0))
        let sender = SocketSender(
            .udp(host: Self.local, port: receiver.port), timeout: .seconds(5))
        try await sender.send(
            datagrams: ["one\0", "two\r\n", "\n", "t\nhree"].map { Array($0.utf8) }
        ) { _ in }
        #expect(await texts(receiver, 3) == ["one", "two", "t\nhree"])
        receiver.stop()
        #expect(await receiver.next() == nil)
    }

    @Test func aDatagramThatIsTooLongIsReportedWithItsBeginning() async throws {
        let receiver = try receiver(.udp(address: Self.local, port: 0)) { $0.messageLimit = 480 }
        let sender = SocketSender(
            .udp(host: Self.local, port: receiver.port), timeout: .seconds(5))
        try await sender.send(datagrams: [[UInt8](repeating: 0x61, count: 481)]) { _ in }
        let messages = try #require(await receiver.next())
        #expect(messages.problems[0]?.code == "socket.size")
        #expect(messages.range(0) == 0..<480)
        receiver.stop()
    }

    @Test func everyKindOfSocketReceivesWhatWasSent() async throws {
        let path = "\(folder)/socket"
        for place in [
            SocketPlace.tcp(address: Self.local, port: 0), .tcp(address: "::1", port: 0),
            .stream(path: path), .datagram(path: path), .udp(address: "::1", port: 0),
        ] {
            let receiver = try receiver(place)
            let target: SocketSender.Target =
                switch place {
                case .udp(let host, _): .udp(host: host, port: receiver.port)
                case .tcp(let host, _): .tcp(host: host, port: receiver.port)
                case .stream(let path): .stream(path: path)
                case .datagram(let path): .datagram(path: path)
                }
            let sender = SocketSender(target, timeout: .seconds(5))
            if target.isStream {
                try await sender.send(stream: Array("one\ntwo\n".utf8))
            } else {
                try await sender.send(datagrams: [Array("one".utf8), Array("two".utf8)]) { _ in }
            }
            #expect(await texts(receiver, 2) == ["one", "two"], "\(place)")
            receiver.stop()
            #expect(await receiver.next() == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func nothingIsReadWhileMessagesWaitAndNoneIsLost() async throws {
        let receiver = try receiver(.tcp(address: Self.local, port: 0)) { $0.waitingBytes = 1000 }
        let target = SocketSender.Target.tcp(host: Self.local, port: receiver.port)
        let lines = (1...100_000).map { "message \($0)" }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        async let sending: Void = SocketSender(target, timeout: .seconds(50)).send(stream: bytes)
        try await Task.sleep(for: .milliseconds(300))
        var found: [String] = []
        while found.count < lines.count, let messages = await receiver.next() {
            // What was read last may go beyond the limit.
            #expect(messages.bytes.count <= 66_000)
            found += (0..<messages.count).map {
                String(decoding: messages.bytes[messages.range($0)], as: UTF8.self)
            }
        }
        #expect(found == lines)
        try await sending
        receiver.stop()
    }

    @Test func aConnectionBeyondTheLimitIsClosed() async throws {
        let receiver = try receiver(.tcp(address: Self.local, port: 0)) { $0.connectionLimit = 0 }
        let target = SocketSender.Target.tcp(host: Self.local, port: receiver.port)
        _ = try? await SocketSender(target, timeout: .seconds(5)).send(stream: Array("x\n".utf8))
        #expect(receiver.lost == 1)
        receiver.stop()
        #expect(await receiver.next() == nil)
    }

    @Test func datagramsThatTheKernelDropsAreCounted() async throws {
        let receiver = try SocketReceiver(
            .udp(address: Self.local, port: 0),
            {
                var options = SocketOptions()
                options.receiveBuffer = 4096
                return options
            }())
        let sender = SocketSender(
            .udp(host: Self.local, port: receiver.port), timeout: .seconds(5))
        let sent = [[UInt8]](repeating: [UInt8](repeating: 0x61, count: 1000), count: 100)
        try await sender.send(datagrams: sent) { _ in }
        try receiver.start()
        var received = 0
        receiver.stop()
        while let messages = await receiver.next() { received += messages.count }
        // So many of them fit into the smallest buffer that the kernel gives.
        #expect(received > 0 && received < 20)
        #expect(receiver.lost == 100 - received)
    }

    /// With room for messages, and when so many wait that nothing more is read.
    @Test(arguments: [1 << 20, 1])
    func waitingUsesNoProcessorTime(waitingBytes: Int) async throws {
        var options = SocketOptions()
        options.waitingBytes = waitingBytes
        let listener = try SocketPlace.udp(address: Self.local, port: 0).listen(mode: 0o600)
        let arrivals = SocketArrivals(limit: waitingBytes)
        let loop = try SocketLoop(listener.descriptor, isStream: false, options, arrivals)
        async let nanoseconds = blocking {
            loop.run()
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
        let target = SocketSender.Target.udp(host: Self.local, port: listener.port)
        try await SocketSender(target, timeout: .seconds(5)).send(datagrams: [[0x61]]) { _ in }
        try await Task.sleep(for: .milliseconds(200))
        loop.wake()
        try await Task.sleep(for: .milliseconds(1500))
        arrivals.stop()
        loop.wake()
        #expect(await nanoseconds < 150_000_000)
        listener.close()
    }

    @Test func aReceiverLeaksNoDescriptors() async throws {
        // What Linux calls the descriptors that only such loops open.
        func open() -> Int {
            (0..<4096).count { descriptor in
                var link = [CChar](repeating: 0, count: 64)
                let length = readlink("/proc/self/fd/\(descriptor)", &link, link.count)
                return length > 0
                    && link.withUnsafeBytes {
                        $0.prefix(length).elementsEqual("anon_inode:[eventpoll]".utf8)
                    }
            }
        }
        let before = open()
        for _ in 0..<400 {
            let receiver = try receiver(.udp(address: Self.local, port: 0))
            receiver.stop()
            #expect(await receiver.next() == nil)
        }
        // Servers of other tests have some open, too.
        let end = ContinuousClock.now + .seconds(10)
        while open() > before + 200, .now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(open() <= before + 200)
    }

    @Test func aSocketThatIsInUseIsAnError() throws {
        let path = "\(folder)/socket"
        let first = try SocketReceiver(.datagram(path: path), SocketOptions())
        let error = #expect(throws: PeriluneError.self) {
            try SocketReceiver(.datagram(path: path), SocketOptions())
        }
        #expect(error?.code == "socket.listen")
        let udp = try SocketReceiver(.udp(address: Self.local, port: 0), SocketOptions())
        #expect(throws: PeriluneError.self) {
            try SocketReceiver(.udp(address: Self.local, port: udp.port), SocketOptions())
        }
        withExtendedLifetime(first) {}
    }

    @Test func aSocketOfTheOtherKindIsInUse() throws {
        let path = "\(folder)/socket"
        for (first, second) in [
            (SocketPlace.datagram(path: path), SocketPlace.stream(path: path)),
            (.stream(path: path), .datagram(path: path)),
        ] {
            let receiver = try SocketReceiver(first, SocketOptions())
            let error = #expect(throws: PeriluneError.self) {
                try SocketReceiver(second, SocketOptions())
            }
            #expect(error?.message == "another process is listening on \(path)")
            withExtendedLifetime(receiver) {}
        }
    }

    @Test func aSocketWhoseQueueIsFullIsInUse() throws {
        let path = "\(folder)/socket"
        let name = try #require(SocketName(path: path))
        let socket = { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0) }
        let server = socket()
        defer { close(server) }
        #expect(name.withAddress { bind(server, $0, $1) } == 0 && listen(server, 0) == 0)
        var clients: [Int32] = []
        defer { for client in clients { close(client) } }
        repeat {
            clients.append(socket())
        } while name.withAddress {
            connect(clients[clients.count - 1], $0, $1)
        } == 0
        #expect(throws: PeriluneError.self) {
            try SocketReceiver(.stream(path: path), SocketOptions())
        }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func theSocketOfAKilledProcessIsReplaced() throws {
        let path = "\(folder)/socket"
        let name = try #require(SocketName(path: path))
        for kind in [SOCK_STREAM, SOCK_DGRAM] {
            let old = Glibc.socket(AF_UNIX, Int32(kind.rawValue), 0)
            #expect(name.withAddress { bind(old, $0, $1) } == 0)
            close(old)
            let receiver = try SocketReceiver(.stream(path: path), SocketOptions())
            withExtendedLifetime(receiver) {}
        }
    }

    @Test func aStoppingReceiverReadsNoMoreThanTheLimit() async throws {
        var options = SocketOptions()
        options.waitingBytes = 1000
        let receiver = try SocketReceiver(.tcp(address: Self.local, port: 0), options)
        try receiver.start()
        let target = SocketSender.Target.tcp(host: Self.local, port: receiver.port)
        let bytes =
            [UInt8](repeating: 0x0A, count: 1)
            + Array(String(repeating: "x\n", count: 1 << 20).utf8)
        async let sending: Void = SocketSender(target, timeout: .seconds(5)).send(stream: bytes)
        try await Task.sleep(for: .milliseconds(200))
        receiver.stop()
        try? await sending
        var received = 0
        while let messages = await receiver.next() { received += messages.count }
        #expect(received > 0 && received <= 32 << 10)
    }

    @Test func aDatagramThatIsTooLongIsCutBetweenCharacters() async throws {
        let receiver = try receiver(.udp(address: Self.local, port: 0))
        let sender = SocketSender(
            .udp(host: Self.local, port: receiver.port), timeout: .seconds(5))
        let text = String(repeating: "é", count: 40_000)
        try await sender.send(datagrams: [Array(text.utf8)], cutting: true) { _ in }
        #expect(await texts(receiver, 1) == [String(repeating: "é", count: 32_753)])
        receiver.stop()
    }
}
