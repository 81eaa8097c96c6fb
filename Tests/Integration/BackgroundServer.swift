import Foundation
import Synchronization
import Testing

extension Shell {
    /// Starts a command line that goes on, and waits until it says where it listens, or that it is ready.
    ///
    /// Whoever starts it ends it.
    func start(_ command: String) throws -> Process {
        let process = process("exec \(command)")
        let errors = folder.appending(path: "\(UUID()).err")
        try Data().write(to: errors)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.runWithoutBlockedSignals()
        for _ in 0..<3000 where process.isRunning {
            Thread.sleep(forTimeInterval: 0.01)
            let notes = try String(contentsOf: errors, encoding: .utf8)
            // The second is what a NATS server says.
            if ["http://", "Server is ready"].contains(where: notes.contains) {
                return process
            }
        }
        let notes = try String(contentsOf: errors, encoding: .utf8)
        Issue.record("'\(command)' did not start: \(notes)")
        return process
    }

    /// What the servers that this shell started have said, and which of them have ended.
    func notes(ofServers servers: [Process]) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".err") }
        let ended = servers.filter { !$0.isRunning }
            .map { "\($0.arguments ?? []) ended with \($0.terminationStatus)" }
        return (try files.map(read) + ended).joined(separator: "\n")
    }
}

/// A port that nobody listens on, as far as anybody can tell beforehand; each time another one.
enum FreePort {
    private static let given = Mutex<Set<UInt16>>([])

    static func next() throws -> UInt16 {
        for _ in 0..<100 {
            let port = try anyPort()
            if given.withLock({ $0.insert(port).inserted }) { return port }
        }
        throw PortsExhausted()
    }

    private struct PortsExhausted: Error {}

    private static func anyPort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        try #require(bound)
        return UInt16(bigEndian: address.sin_port)
    }
}
