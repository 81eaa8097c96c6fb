import Foundation
import Perilune
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

struct HTTPLimitTests {
    @Test func aResponseThatIsTooLargeIsAnError() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(200, body: [UInt8](repeating: 65, count: 2000)) }
        let error = try await lab.error("http.get('URL/')", HTTPConfiguration(responseLimit: 1000))
        #expect(error?.code == "http.too-large")
    }

    /// 64 MB of zeros in 64 KB.
    @Test func aCompressedResponseIsMeasuredDecompressed() async throws {
        let bomb = try Self.bomb()
        #expect(bomb.count < 1 << 17)
        let lab = try HTTPLab { _ in
            HTTPResponse(200, headers: [("Content-Encoding", "gzip")], body: bomb)
        }
        #expect(try await lab.error("http.get('URL/')")?.code == "http.too-large")
    }

    @Test func aRequestThatIsTooLargeIsNotSent() async throws {
        let lab = try HTTPLab()
        let error = try await lab.error(
            "http.post('URL/', ('x'):rep(2000))", HTTPConfiguration(requestLimit: 1000))
        #expect(error?.code == "http.too-large")
        #expect(lab.received.isEmpty)
    }

    @Test func aRequestOfTheLimitIsSent() async throws {
        let lab = try HTTPLab()
        let error = try await lab.error(
            "http.post('URL/', ('x'):rep(1000))", HTTPConfiguration(requestLimit: 1000))
        #expect(error == nil)
        #expect(lab.received.map(\.body.count) == [1000])
    }

    @Test(
        arguments: [(16 << 10, nil), ((16 << 10) + 1, "http.option")]
            as [(Int, PeriluneError.Code?)])
    func headersHaveALimit(bytes: Int, code: PeriluneError.Code?) async throws {
        let lab = try HTTPLab()
        var headers = HTTPHeaders()
        headers["X-Long"] = ""
        let length = bytes - headers.packed.count
        let error = try await lab.error(
            "http.get('URL/', { headers = { ['X-Long'] = ('x'):rep(\(length)) } })")
        #expect(error?.code == code)
        #expect(lab.received.count == (code == nil ? 1 : 0))
    }

    @Test func aGetThatIsNotAnsweredTimesOut() async throws {
        let lab = try HTTPLab { _ in nil }
        let error = try await lab.error("http.get('URL/', { timeout = 0.2 })")
        #expect(error?.code == "http.timeout")
        await lab.stop()
    }

    @Test func theCallLimitOfTheEventEndsARequest() async throws {
        let lab = try HTTPLab { _ in nil }
        let error = try await lab.run("http.get('URL/')", callTime: .milliseconds(200)).records[0]
            .error
        #expect(error?.code == "event.calls")
        await lab.stop()
    }

    private static func bomb() throws -> [UInt8] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "head -c 67108864 /dev/zero | gzip -9"]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        return Array(bytes)
    }
}
