import Glibc
package import PeriluneCore
import PeriluneJSON

/// The information that a NATS server sends to each new connection, before TLS and credentials.
package struct NATSServerInfo: Sendable {
    /// The version of the server: `2.10.18`; see ``numbers``.
    package let version: String
    /// The configured name of the server, else its id, else the URL.
    package let name: String
    /// Whether streams are enabled on it.
    package let hasJetStream: Bool
    /// The server's limit for a message with its headers, in bytes; 0 if it is not reported.
    package let maximumPayload: Int
    /// The addresses of other servers of its cluster.
    package let others: [String]

    private static let largest = 64 << 10
    private static let standardPort = "4222"
    private static let noAnswer = "it does not answer"

    /// Queries the server at a URL.
    ///
    /// - Throws: `nats.connection` if it does not answer in time.
    package init(_ url: String, seconds: Int = 3) throws(PeriluneError) {
        let line = try Self.firstLine(of: url, seconds)
        guard line.starts(with: Array("INFO ".utf8)),
            let value = try? Value(json: Array(line.dropFirst(5))),
            let version = value["version"]?.string
        else { throw Self.error(url, "the answer is not from a NATS server") }
        self.version = version
        name = value["server_name"]?.string ?? value["server_id"]?.string ?? url
        hasJetStream = value["jetstream"]?.bool ?? false
        maximumPayload = Int(value["max_payload"]?.integer ?? 0)
        others = (value["connect_urls"]?.array ?? []).compactMap(\.string)
    }

    /// The numbers of the version, for comparisons.
    package var numbers: [Int] {
        version.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
    }

    private static func firstLine(of url: String, _ seconds: Int) throws(PeriluneError) -> [UInt8] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let (host, port) = address(url)
        guard getaddrinfo(host, port, &hints, &list) == 0, let first = list else {
            throw error(url, "the host is not known")
        }
        defer { freeaddrinfo(list) }
        let file = socket(
            first.pointee.ai_family, first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw error(url, systemMessage(errno)) }
        defer { close(file) }
        // On Linux, the send timeout also limits the time to connect, which then fails with EINPROGRESS.
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        guard connect(file, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            throw error(url, errno == EINPROGRESS ? noAnswer : systemMessage(errno))
        }
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while line.count < largest {
            let count = recv(file, &part, part.count, 0)
            guard count > 0 else { throw error(url, noAnswer) }
            line += part[..<count]
            if let end = line.firstIndex(of: 0x0A) { return Array(line[..<end]) }
        }
        throw error(url, "the answer is not from a NATS server")
    }

    private static func address(_ url: String) -> (host: String, port: String) {
        let place = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let end = place.lastIndex(of: ":")
        // Colons within the brackets of an IPv6 address do not precede a port.
        guard let end, place[end...].allSatisfy({ $0 != "]" }) else {
            return (String(place.filter { $0 != "[" && $0 != "]" }), standardPort)
        }
        return (
            String(place[..<end].filter { $0 != "[" && $0 != "]" }),
            String(place[place.index(after: end)...])
        )
    }

    private static func error(_ url: String, _ why: String) -> PeriluneError {
        PeriluneError(
            "nats.connection", "cannot query \(url): \(why)",
            hint: "check that the server runs at this address")
    }
}
