import Foundation
import PeriluneCore
import Testing

@testable import PeriluneNATS

/// What a server says of itself, for `cluster check`.
@Suite(.timeLimit(.minutes(5))) struct NATSServerInfoTests {
    @Test func aServerDescribesItself() throws {
        let server = try NATSServerProcess(["--name", "one"])
        let info = try NATSServerInfo(server.url)
        #expect(info.name == "one")
        #expect(info.numbers.count == 3 && info.numbers[0] >= 2)
        #expect(info.hasJetStream)
        #expect(info.maximumPayload == 1 << 20)
    }

    @Test func aServerThatHasEndedIsAnError() throws {
        let server = try NATSServerProcess()
        server.kill()
        let error = #expect(throws: PeriluneError.self) { try NATSServerInfo(server.url) }
        #expect(error?.code == "nats.connection")
        #expect(error?.message.hasPrefix("cannot query \(server.url): ") == true)
    }

    /// A listener that accepts no connection by itself; beyond the backlog, Linux does not even open them.
    private func withListener(
        backlog: Int32, _ body: (_ url: String, _ file: Int32) throws -> Void
    ) throws {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try #require(bind(file, pointer, size) == 0 && listen(file, backlog) == 0)
                try #require(getsockname(file, pointer, &size) == 0)
            }
        }
        try body("nats://127.0.0.1:\(UInt16(bigEndian: address.sin_port))", file)
    }

    @Test func aServerThatDoesNotAnswerIsAnError() throws {
        try withListener(backlog: 5) { url, _ in
            let error = #expect(throws: PeriluneError.self) {
                try NATSServerInfo(url, seconds: 1)
            }
            #expect(error?.message == "cannot query \(url): it does not answer")
        }
    }

    /// As for a machine behind a firewall; Linux itself would try for two minutes, and report another error.
    @Test func aServerThatTakesNoConnectionIsAnError() throws {
        try withListener(backlog: 0) { url, _ in
            // The first connection is opened and waits to be accepted.
            for _ in 0..<3 {
                let error = #expect(throws: PeriluneError.self) {
                    try NATSServerInfo(url, seconds: 1)
                }
                #expect(error?.message == "cannot query \(url): it does not answer")
            }
        }
    }

    @Test func anotherProgramIsAnError() throws {
        try withListener(backlog: 5) { url, file in
            Thread.detachNewThread {
                let text = Array("HTTP/1.1 400 Bad Request\n".utf8)
                let client = accept(file, nil, nil)
                _ = write(client, text, text.count)
                close(client)
            }
            let error = #expect(throws: PeriluneError.self) { try NATSServerInfo(url) }
            #expect(error?.message == "cannot query \(url): the answer is not from a NATS server")
        }
    }
}
