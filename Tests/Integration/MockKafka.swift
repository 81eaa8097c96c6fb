import Foundation
import Testing

/// A broker of librdkafka's mock cluster in a process of its own, which ends with this one.
final class MockKafka {
    private let process = Process()
    private let input = Pipe()
    let port: UInt16

    init(topics: [String]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [SwiftPackage.root.appending(path: "Tests/Runs/kafka_cluster.py").path] + topics
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n"),
            case let byte = output.fileHandleForReading.readData(ofLength: 1),
            !byte.isEmpty
        {
            line += byte
        }
        let servers = String(decoding: line, as: UTF8.self)
        let text = servers.split(separator: ":").last?.trimmingCharacters(in: .newlines)
        port = try #require(UInt16(text ?? ""), "the mock cluster did not start: \(servers)")
    }

    func end() {
        // A child inherits that SIGTERM is ignored.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
