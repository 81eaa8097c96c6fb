import Foundation
import Glibc
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

/// Requests as bytes, and what a strict server makes of them.
struct AbuseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: String
        /// The status lines that come back, one for each answer.
        let statuses: [Int]

        init(_ name: String, _ request: String, _ statuses: Int...) {
            testDescription = name
            self.request = request
            self.statuses = statuses
        }
    }

    private static let host = "Host: localhost\r\n"
    private static let last = "Host: localhost\r\nConnection: close\r\n"
    private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"
    private static let long = String(repeating: "x", count: 100 << 10)

    static let rows = [
        Row("a plain request", "GET / HTTP/1.1\r\n\(last)\r\n", 200),
        Row(
            "three requests at once",
            "GET /a HTTP/1.1\r\n\(host)\r\nPOST /b HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nhi"
                + "GET /c HTTP/1.1\r\n\(last)\r\n", 200, 200, 200),
        Row(
            "a body in chunks",
            "POST / HTTP/1.1\r\n\(last)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200
        ),
        Row("no Host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
        Row("an absolute target", "GET http://h/p?q HTTP/1.1\r\n\(last)\r\n", 200),
        Row("an absolute target without a host", "GET http:///p HTTP/1.1\r\n\(host)\r\n", 400),
        Row("an absolute target with a user", "GET http://a@h/p HTTP/1.1\r\n\(host)\r\n", 400),
        Row(
            "an address in brackets",
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n",
            200),
        Row("a name behind an address", "GET / HTTP/1.1\r\nHost: [::1].evil.com\r\n\r\n", 400),
        Row("a bracket without its end", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
        Row(
            "a length and chunks",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n", 400),
        Row(
            "two lengths",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde", 400),
        Row(
            "twice the same length",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
        Row(
            "a blank before the colon", "POST / HTTP/1.1\r\n\(host)Content-Length : 3\r\n\r\nabc",
            400),
        Row(
            "a chunk size with a prefix",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n",
            400),
        Row(
            "another coding before chunked",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
        Row(
            "two transfer codings",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"
                + "\r\n0\r\n\r\n", 400),
        Row("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        Row("two Hosts", "GET / HTTP/1.1\r\n\(host)Host: other\r\n\r\n", 400),
        Row("a folded header", "GET / HTTP/1.1\r\n\(host)A: b\r\n c\r\n\r\n", 400),
        Row("a zero in a value", "GET / HTTP/1.1\r\n\(host)A: b\0c\r\nD: e\r\n\r\n", 400),
        Row("a zero in the last value", "GET / HTTP/1.1\r\n\(host)A: b\0c\r\n\r\n", 400),
        Row("a carriage return in a value", "GET / HTTP/1.1\r\n\(host)A: b\rc\r\n\r\n", 400),
        Row("a line that ends in a line feed", "GET / HTTP/1.1\r\n\(host)A: b\nC: d\r\n\r\n", 400),
        Row("a first line that ends in a line feed", "GET / HTTP/1.1\n\(host)\r\n", 400),
        Row("a header without a name", "GET / HTTP/1.1\r\n\(host): b\r\n\r\n", 400),
        Row("a header without a colon", "GET / HTTP/1.1\r\n\(host)nonsense\r\n\r\n", 400),
        Row("a method that is no token", "G(T / HTTP/1.1\r\n\(host)\r\n", 400),
        Row("a blank in the target", "GET /a b HTTP/1.1\r\n\(host)\r\n", 400),
        Row("a target that is no path", "GET a HTTP/1.1\r\n\(host)\r\n", 400),
        Row("another protocol", "GET / HTTP/2.0\r\n\(host)\r\n", 505),
        Row("a head that is too long", "GET / HTTP/1.1\r\n\(host)A: \(long)\r\n\r\n", 431),
        Row("a target that is too long", "GET /\(long) HTTP/1.1\r\n\(host)\r\n", 414),
        Row(
            "a body that is too long",
            "POST / HTTP/1.1\r\n\(host)Content-Length: \(long.count)\r\n\r\n\(long)", 413),
        Row(
            "chunks that are too long",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n19000\r\n\(long)\r\n0\r\n\r\n",
            413),
        Row(
            "a body that is announced too long",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n",
            413),
        Row(
            "a list of lengths",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc", 400),
        Row("a signed length", "POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc", 400),
        Row("an empty length", "POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\nabc", 400),
        Row(
            "a length beyond 64 bits",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", 413),
        Row("chunks in HTTP/1.0", "POST / HTTP/1.0\r\n\(chunked)0\r\n\r\n", 400),
        Row(
            "chunks with an extension and a trailer",
            "POST / HTTP/1.1\r\n\(last)\(chunked)3;a=b\r\nabc\r\n0\r\nA: b\r\n\r\n", 200),
        Row(
            "a chunk size that ends in a line feed",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3\nabc\r\n0\r\n\r\n", 400),
        Row(
            "a chunk that ends in a line feed",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3\r\nabc\n0\r\n\r\n", 400),
        Row(
            "a chunk that ends in CR before an LF alone",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3\r\nab\r\n0\r\n\r\n", 400),
        Row(
            "a last chunk that ends in a line feed",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3\r\nabc\r\n0\r\n\n", 400),
        Row(
            "a chunk that is longer than its size",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3\r\nabcd\r\n0\r\n\r\n", 400),
        Row(
            "a negative chunk size",
            "POST / HTTP/1.1\r\n\(host)\(chunked)-3\r\nabc\r\n0\r\n\r\n", 400),
        Row(
            "a chunk size beyond 64 bits",
            "POST / HTTP/1.1\r\n\(host)\(chunked)10000000000000003\r\nabc\r\n0\r\n\r\n", 413),
        Row(
            "a long chunk extension",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3;\(long)\r\nabc\r\n0\r\n\r\n", 400),
        Row(
            "a chunk extension that ends nowhere",
            "POST / HTTP/1.1\r\n\(host)\(chunked)3;" + String(repeating: "x", count: 254), 400),
        Row(
            "a long trailer",
            "POST / HTTP/1.1\r\n\(host)\(chunked)0\r\nA: \(long)\r\n\r\n", 400),
        Row(
            "a trailer of many lines",
            "POST / HTTP/1.1\r\n\(host)\(chunked)0\r\n"
                + String(repeating: "A: b\r\n", count: 2000) + "\r\n", 400),
        Row(
            "a trailer without a colon",
            "POST / HTTP/1.1\r\n\(host)\(chunked)0\r\nA\r\n\r\n", 400),
        Row("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        Row(
            "another expectation", "POST / HTTP/1.1\r\n\(host)Expect: tea\r\n\r\n", 417),
        Row("a head whose lines end in line feeds", "GET / HTTP/1.1\nHost: localhost\n\n", 400),
        Row("line ends before the request", "\r\n\r\nGET / HTTP/1.1\r\n\(last)\r\n", 200),
        Row("a TLS handshake", "\u{16}\u{03}\u{01}\u{00}\u{A5}\u{01}", 400),
        Row("an invalid version", "GET / HTTP/one\r\n\(host)\r\n", 400),
        Row("no version", "GET /\r\n\r\n", 400),
    ]

    @Test(arguments: rows)
    func answersOnlyWellFormedRequests(_ row: Row) async throws {
        let server = try HTTPServer(
            HTTPServerOptions(bodyLimit: { _ in 64 << 10 }), handler: EchoHandler())
        let answer = await blocking {
            let connection = RawConnection(port: server.port)
            connection.send(row.request)
            connection.stopSending()
            return connection.receive(answers: .max)
        }
        #expect(Self.statuses(in: answer) == row.statuses, "\(answer)")
        if let last = row.statuses.last, last >= 400 {
            let body = answer.components(separatedBy: "\r\n\r\n").last ?? ""
            let error = try JSONSerialization.jsonObject(with: Data(body.utf8))
            let members = (error as? [String: [String: String]])?["error"]
            #expect(members?["code"]?.hasPrefix("http.") == true)
            #expect(members?["message"]?.isEmpty == false)
        }
    }

    /// A client of HTTP/1.0 takes a connection for closed unless the answer says otherwise.
    @Test func keepsAnHTTP10ConnectionOpenIfBothSidesAgree() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let answers = await blocking {
            let connection = RawConnection(port: server.port)
            return (0..<2).map { _ in
                connection.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                return connection.receive(answers: 1)
            }
        }
        for answer in answers {
            #expect(Self.statuses(in: answer) == [200])
            #expect(answer.contains("\r\nConnection: keep-alive\r\n"))
        }
    }

    @Test(arguments: [(200, 200), (201, 431)])
    func acceptsHeadersUpToTheLimit(length: Int, status: Int) async throws {
        var options = HTTPServerOptions(bodyLimit: { _ in 1000 })
        options.headerLimit = 200
        let server = try HTTPServer(options, handler: EchoHandler())
        let head = "GET / HTTP/1.1\r\n\(Self.last)X: \r\n\r\n"
        let filled = head.replacing(
            "X: ", with: "X: " + String(repeating: "x", count: length - head.utf8.count))
        let answer = await blocking {
            let connection = RawConnection(port: server.port)
            connection.send(filled)
            connection.stopSending()
            return connection.receive(answers: .max)
        }
        #expect(Self.statuses(in: answer) == [status], "\(answer)")
    }

    /// RFC 9112 §3.2.2.
    @Test func theHostOfAnAbsoluteTargetReplacesTheHeader() async throws {
        let hosts = Mutex<[String]>([])
        let server = try HTTPServer(
            handler: ClosureHandler { request, respond in
                hosts.withLock { $0 = request.headers.all("host") }
                respond(HTTPResponse(204))
            })
        await blocking {
            let connection = RawConnection(port: server.port)
            connection.send("GET http://evil.com:81/p HTTP/1.1\r\n\(Self.last)\r\n")
            connection.stopSending()
            _ = connection.receive(answers: .max)
        }
        #expect(hosts.withLock { $0 } == ["evil.com:81"])
    }

    /// Whatever ends where a packet does.
    @Test func readsRequestsByteByByte() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(bodyLimit: { _ in 1000 }), handler: EchoHandler())
        let answer = await blocking {
            let connection = RawConnection(port: server.port)
            let requests =
                "POST / HTTP/1.1\r\n\(Self.host)\(Self.chunked)3\r\nabc\r\n0\r\n\r\n"
                + "GET / HTTP/1.1\r\n\(Self.last)\r\n"
            for byte in requests.utf8 {
                connection.send([byte])
                usleep(500)
            }
            return connection.receive(answers: .max)
        }
        #expect(Self.statuses(in: answer) == [200, 200], "\(answer)")
    }

    private static func statuses(in answer: String) -> [Int] {
        answer.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
    }
}
