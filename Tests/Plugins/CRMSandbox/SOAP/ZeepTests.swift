import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMSandboxPlugin

/// The service against zeep, a client from somebody else: `Tests/ThirdParty/soap_zeep.py`.
///
/// Runs where PERILUNE_ZEEP_PYTHON names a Python that has zeep.
struct ZeepTests {
    private static let python = ProcessInfo.processInfo.environment["PERILUNE_ZEEP_PYTHON"]

    @Test(.enabled(if: python != nil)) func worksWithZeep() async throws {
        let organization = try Organization(path: ":memory:")
        let server = try HTTPServer(handler: SOAPService(organization))
        let script = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../ThirdParty/soap_zeep.py").standardized
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = [script.path, "http://127.0.0.1:\(server.port)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try await Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
        process.waitUntilExit()
        let text = String(decoding: output ?? Data(), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
        await server.shutdown()
    }
}
