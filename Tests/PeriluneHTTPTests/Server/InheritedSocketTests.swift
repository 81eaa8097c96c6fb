import Foundation
import Glibc
import PeriluneCore
import PeriluneHTTP
import Testing

struct InheritedSocketTests {
    private func listening(_ family: Int32, _ address: String) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var storage = sockaddr_storage()
        let size = withUnsafeMutableBytes(of: &storage) { bytes -> Int in
            bytes.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
            switch family {
            case AF_INET:
                inet_pton(family, address, bytes.baseAddress.map { $0 + 4 })
                return MemoryLayout<sockaddr_in>.size
            case AF_INET6:
                inet_pton(family, address, bytes.baseAddress.map { $0 + 8 })
                return MemoryLayout<sockaddr_in6>.size
            default:
                // A name in the place of a path begins with a zero.
                let name =
                    address.hasPrefix("@") ? [0] + address.utf8.dropFirst() : Array(address.utf8)
                for (index, byte) in name.enumerated() { bytes[2 + index] = byte }
                return 2 + name.count
            }
        }
        let status = withUnsafeBytes(of: storage) {
            bind(
                descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
        try #require(status == 0)
        try #require(listen(descriptor, 64) == 0)
        return descriptor
    }

    @Test(arguments: [
        (AF_INET, "127.0.0.1", true), (AF_INET, "127.1.2.3", true), (AF_INET, "0.0.0.0", false),
        (AF_INET6, "::1", true), (AF_INET6, "::", false), (AF_INET6, "::ffff:127.0.0.1", true),
        (AF_INET6, "::ffff:0.0.0.0", false),
    ])
    func tellsLocalFromPublicAddresses(family: Int32, address: String, isLocal: Bool) throws {
        let socket = try InheritedSocket(descriptor: listening(family, address))
        defer { close(socket.descriptor) }
        #expect(socket.isLocal == isLocal)
        #expect(socket.port > 0)
        let host = family == AF_INET ? address : "[\(address)]"
        #expect(socket.name == "\(host):\(socket.port)")
    }

    @Test(arguments: ["@perilune-\(UUID())", "/tmp/perilune-\(UUID())"])
    func unixSocketsAreLocal(name: String) throws {
        let socket = try InheritedSocket(descriptor: listening(AF_UNIX, name))
        defer {
            close(socket.descriptor)
            unlink(name)
        }
        #expect(socket.isLocal)
        #expect(socket.name == name)
        #expect(socket.port == 0)
    }

    @Test func refusesDescriptorsThatAreNotListeningSockets() {
        let descriptors = [
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0),
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), open("/dev/null", O_RDONLY),
        ]
        for descriptor in descriptors {
            #expect(throws: PeriluneError.self) { try InheritedSocket(descriptor: descriptor) }
            close(descriptor)
        }
    }

    private func server(_ descriptor: Int32) throws -> HTTPServer {
        var options = HTTPServerOptions(threads: 2)
        options.inherited = try InheritedSocket(descriptor: dup(descriptor))
        return try HTTPServer(options, handler: EchoHandler())
    }

    @Test func connectionsWaitForTheNextServer() async throws {
        let descriptor = try listening(AF_INET, "127.0.0.1")
        defer { close(descriptor) }
        let first = try server(descriptor)
        await first.shutdown()
        let connection = RawConnection(port: first.port)
        connection.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        let second = try server(descriptor)
        let answer = await blocking { connection.receive() }
        #expect(answer?.hasPrefix("HTTP/1.1 200") == true)
        await second.shutdown()
    }

    @Test func anAcceptedConnectionHasTimeForItsRequest() async throws {
        let descriptor = try listening(AF_INET, "127.0.0.1")
        defer { close(descriptor) }
        let server = try server(descriptor)
        let connection = RawConnection(port: server.port)
        while server.openConnections == 0 { try await Task.sleep(for: .milliseconds(2)) }
        async let end: Void = server.shutdown()
        // The port of a server that has no other listens no more at this point.
        try await Task.sleep(for: .milliseconds(100))
        connection.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        let answer = await blocking { connection.receive() }
        #expect(answer?.hasPrefix("HTTP/1.1 200") == true)
        await end
    }
}
