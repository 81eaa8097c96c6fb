import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct TLSTests {
    private let certificate: TestCertificate
    private let server: HTTPServer

    init() throws {
        certificate = try TestCertificate()
        server = try HTTPServer(
            HTTPServerOptions(
                certificate: .init(file: certificate.file, keyFile: certificate.keyFile),
                bodyLimit: { _ in 100_000 },
                deadlines: .init(head: .milliseconds(300))),
            handler: EchoHandler())
    }

    private func request(_ body: Int = 0, chunked: Bool = false) -> HTTPClientRequest {
        HTTPClientRequest(
            "POST", "https://127.0.0.1:\(server.port)/a?secret",
            headers: chunked ? [("Transfer-Encoding", "chunked")] : [],
            body: Array(repeating: 65, count: body))
    }

    @Test func servesAClientThatTrustsTheCertificate() async throws {
        let client = try HTTPClient(HTTPClientOptions(caFile: certificate.file))
        for _ in 0..<3 {
            let answer = try await client.send(request(90_000))
            #expect(String(decoding: answer.body, as: UTF8.self) == "{POST /a secret 90000}")
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test func isRefusedByAClientThatDoesNotTrustTheCertificate() async throws {
        let client = try HTTPClient()
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await client.send(request())
        }
        #expect(error?.code == .httpTLS)
        #expect(error?.message.contains("certificate") == true)
        #expect(error?.message.contains("secret") == false)
        #expect(server.requests == 0)
    }

    @Test func isRefusedUnderAnotherName() async throws {
        let client = try HTTPClient(HTTPClientOptions(caFile: certificate.file))
        let other = HTTPClientRequest("GET", "https://localhost:\(server.port)/")
        let error = await #expect(throws: PeriluneError.self) { _ = try await client.send(other) }
        #expect(error?.code == .httpTLS)
    }

    @Test(arguments: [false, true])
    func saysThatABodyIsTooLarge(chunked: Bool) async throws {
        let client = try HTTPClient(HTTPClientOptions(caFile: certificate.file))
        #expect(try await client.send(request(500_000, chunked: chunked)).status == 413)
    }

    @Test func disconnectsAClientWithoutAHandshake() async throws {
        let port = server.port
        #expect(await blocking { RawConnection(port: port).receive() } == "")
    }

    @Test func finishesOnShutdown() async throws {
        let client = try HTTPClient(HTTPClientOptions(caFile: certificate.file))
        #expect(try await client.send(request()).status == 200)
        await server.shutdown(grace: .seconds(600))
        await #expect(throws: PeriluneError.self) { _ = try await client.send(request()) }
    }

    private func replaceFiles(with other: TestCertificate) throws {
        for (old, new) in [(certificate.file, other.file), (certificate.keyFile, other.keyFile)] {
            try Data(contentsOf: URL(filePath: new)).write(to: URL(filePath: old))
        }
    }

    @Test func newConnectionsUseACertificateThatWasReread() async throws {
        let old = try HTTPClient(
            HTTPClientOptions(caFile: try copied(certificate.file)))
        #expect(try await old.send(request()).status == 200)
        #expect(try !server.rereadCertificate())
        try replaceFiles(with: try TestCertificate())
        #expect(try server.rereadCertificate())
        #expect(try !server.rereadCertificate())
        let new = try HTTPClient(HTTPClientOptions(caFile: certificate.file))
        #expect(try await new.send(request()).status == 200)
        // Its connection is still open.
        #expect(try await old.send(request()).status == 200)
        #expect(server.acceptedConnections == 2)
    }

    @Test func aCertificateThatCannotBeReadLeavesTheCurrentOne() async throws {
        let trusted = try copied(certificate.file)
        // The key is still that of the certificate before.
        let other = try TestCertificate()
        try Data(contentsOf: URL(filePath: other.file)).write(
            to: URL(filePath: certificate.file))
        let error = #expect(throws: PeriluneError.self) { try server.rereadCertificate() }
        #expect(error?.place.file == certificate.file)
        let client = try HTTPClient(HTTPClientOptions(caFile: trusted))
        #expect(try await client.send(request()).status == 200)
    }

    @Test func reportsTheExpiryOfTheCertificateInUse() throws {
        let twoDays = Int(Date.now.timeIntervalSince1970) + 2 * 86_400
        #expect(try abs(#require(server.certificateExpiry) - twoDays) < 600)
        try replaceFiles(with: try TestCertificate(days: 9))
        #expect(try abs(#require(server.certificateExpiry) - twoDays) < 600)
        #expect(try server.rereadCertificate())
        #expect(try abs(#require(server.certificateExpiry) - twoDays - 7 * 86_400) < 600)
        #expect(try HTTPServer(handler: EchoHandler()).certificateExpiry == nil)
    }

    /// A copy beside the file.
    private func copied(_ file: String) throws -> String {
        let copy = file + "-copy"
        try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: copy))
        return copy
    }

    @Test func withoutTLSThereIsNothingToReread() throws {
        #expect(try !HTTPServer(handler: EchoHandler()).rereadCertificate())
    }

    @Test func saysWhyACertificateCannotBeUsed() throws {
        let other = try TestCertificate()
        let missing = #expect(throws: PeriluneError.self) {
            _ = try HTTPServer(
                HTTPServerOptions(
                    certificate: .init(file: "/nowhere.pem", keyFile: other.keyFile)),
                handler: EchoHandler())
        }
        #expect(missing?.place.file == "/nowhere.pem")
        let mixed = #expect(throws: PeriluneError.self) {
            _ = try HTTPServer(
                HTTPServerOptions(
                    certificate: .init(file: certificate.file, keyFile: other.keyFile)),
                handler: EchoHandler())
        }
        #expect(mixed?.hint?.contains("the certificate and the key match") == true)
    }
}
