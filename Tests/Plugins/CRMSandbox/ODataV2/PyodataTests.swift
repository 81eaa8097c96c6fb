import CRMPlugin
import CRMSandboxPlugin
import Foundation
import PeriluneHTTP
import Testing

/// The service against pyodata, a client from somebody else: `Tests/ThirdParty/odata_pyodata.py`.
struct PyodataTests {
    /// A Python that has pyodata; without one this is not run.
    private static let python = ProcessInfo.processInfo.environment["PERILUNE_PYODATA_PYTHON"]

    @Test(.enabled(if: python != nil)) func worksWithPyodata() async throws {
        let organization = try Organization(path: ":memory:")
        let server = try HTTPServer(handler: ODataV2Service(organization))
        let script = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../ThirdParty/odata_pyodata.py").standardized
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = [script.path, "http://127.0.0.1:\(server.port)"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        await server.shutdown()
    }
}
