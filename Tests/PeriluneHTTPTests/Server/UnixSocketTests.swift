import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct UnixSocketTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sock").path

    private func server() throws -> HTTPServer {
        var options = HTTPServerOptions()
        options.socket = path
        return try HTTPServer(options, handler: Echo())
    }

    private func client() throws -> HTTPClient {
        var options = HTTPClientOptions()
        options.socket = path
        return try HTTPClient(options)
    }

    @Test func isAccessibleToItsOwnerOnly() async throws {
        let server = try server()
        let answer = try await client().send(HTTPClientRequest("GET", "http://perilune/top"))
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == "/top")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await server.shutdown()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func refusesToReplaceAnOrdinaryFile() async throws {
        let first = try server()
        await first.shutdown()
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(throws: PeriluneError.self) { try server() }
        try FileManager.default.removeItem(atPath: path)
        let second = try server()
        await second.shutdown()
    }

    @Test func leavesTheSocketOfAnotherProcessAlone() async throws {
        let first = try server()
        let error = #expect(throws: PeriluneError.self) { try server() }
        #expect(error?.message == "another process is listening on \(path)")
        #expect(try await client().send(HTTPClientRequest("GET", "http://perilune/")).status == 200)
        await first.shutdown()
    }

    @Test func leavesAFileThatHasReplacedItsSocket() async throws {
        let first = try server()
        try FileManager.default.removeItem(atPath: path)
        let second = try server()
        await first.shutdown()
        #expect(try await client().send(HTTPClientRequest("GET", "http://perilune/")).status == 200)
        await second.shutdown()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

private struct Echo: HTTPHandler {
    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        respond(HTTPResponse(200, "text/plain", request.path))
    }
}
