import Foundation
import PeriluneCore
import PeriluneJSON
import Testing

@testable import NATSPlugin
@testable import PeriluneNATS

/// A NATS server on loopback with JetStream, until the object is gone.
///
/// `PERILUNE_NATS_SERVER` names another program than Debian's.
final class NATSServerProcess {
    private let folder: URL
    private let options: [String]
    private var process: Process
    private(set) var port = -1

    init(_ options: [String] = []) throws {
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = Process()
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var url: String { "nats://127.0.0.1:\(port)" }

    var connection: NATSConnectionOptions {
        var options = NATSConnectionOptions()
        options.servers = [url]
        return options
    }

    /// Starts it, on the same port and files as before, and waits until it is ready.
    func start() throws {
        let program =
            ProcessInfo.processInfo.environment["PERILUNE_NATS_SERVER"] ?? "/usr/sbin/nats-server"
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments =
            [
                "-a", "127.0.0.1", "-p", String(port), "-js", "-sd",
                folder.appending(path: "store").path, "--ports_file_dir", folder.path,
            ] + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<2000 where process.isRunning {
            Thread.sleep(forTimeInterval: 0.01)
            if let ready = try readyPort() {
                port = ready
                return
            }
        }
        Issue.record("nats-server did not start; apt-get install nats-server")
        throw CancellationError()
    }

    private func readyPort() throws -> Int? {
        let name = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .first { $0.hasSuffix("_\(process.processIdentifier).ports") }
        guard let name, let data = try? Data(contentsOf: folder.appending(path: name)),
            let ports = try? JSONSerialization.jsonObject(with: data) as? [String: [String]]
        else { return nil }
        return ports["nats"]?.first.flatMap { Int($0.split(separator: ":").last ?? "") }
    }

    /// Ends it without a warning.
    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Creates a stream.
    func create(_ stream: String, _ subject: String) throws {
        try NATSStreams(NATSConnection(connection)).createStream(stream, subject: subject)
    }

    /// Publishes messages to a stream.
    func publish(
        _ subject: String, headers: [(name: String, value: String)] = [], _ texts: String...
    ) throws {
        let publisher = try NATSPublisher(NATSConnection(connection))
        let messages = texts.map {
            NATSPublisher.Message(subject, headers: headers, data: Array($0.utf8))
        }
        #expect(try publisher.publish(messages, timeout: .seconds(10)).allSatisfy { $0 == nil })
    }

    /// Calls the API of JetStream, whose answer is not that of a stream.
    func request(_ subject: String, _ text: String) throws {
        let publisher = try NATSPublisher(NATSConnection(connection))
        let message = NATSPublisher.Message(subject, headers: [], data: Array(text.utf8))
        _ = try publisher.publish([message], timeout: .seconds(10))
    }

    /// What the server says of a consumer.
    func consumer(_ name: String, of stream: String) throws -> Value {
        let answer = try NATSConnection(connection).request(
            "$JS.API.CONSUMER.INFO.\(stream).\(name)", [], milliseconds: 10_000)
        return try Value(json: try #require(answer))
    }

    /// All messages of a stream, in order.
    func messages(of stream: String) throws -> [NATSMessage] {
        let subscription = try NATSStreams(NATSConnection(connection))
            .subscribe(stream: stream, consumer: UUID().uuidString, subject: nil)
        var messages: [NATSMessage] = []
        repeat {
            let more = try subscription.fetch(1000, milliseconds: 500)
            for message in more { message.answer(.acknowledged) }
            messages += more
        } while (messages.last?.position?.pending ?? 0) > 0
        return messages
    }
}

extension NATSMessage {
    var text: String { String(decoding: data, as: UTF8.self) }
}
