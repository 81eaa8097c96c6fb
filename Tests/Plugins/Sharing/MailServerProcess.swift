import Foundation
import PeriluneCore
import PeriluneJSON

/// A mail server of the Python package aiosmtpd, until this object goes away.
final class MailServerProcess: @unchecked Sendable {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = root.appending(path: ".build/python/bin/python").path

    /// Whether the package is there: Tests/ThirdParty/run.py installs it where PyPI can be reached.
    static let isInstalled: Bool = {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import aiosmtpd"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    let port: Int
    let certificate: String
    private let folder = TemporaryFolder()
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    init(encrypted: Bool = true, refuse: String? = nil) throws {
        certificate = folder.path + "/cert.pem"
        let key = folder.path + "/key.pem"
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            + ["-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"]
            + ["-keyout", key, "-out", certificate]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        process.executableURL = URL(filePath: Self.python)
        process.arguments =
            [Self.root.appending(path: "Tests/ThirdParty/smtp_server.py").path]
            + (encrypted
                ? ["--certificate", certificate, "--key", key, "--user", "charts"]
                    + ["--password", "hunter2"] : [])
            + (refuse.map { ["--refuse", $0] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let port = try Self.line(output)["port"]?.integer else {
            throw CocoaError(.fileReadUnknown)
        }
        self.port = Int(port)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next mail that it took.
    func mail() throws -> Value { try Self.line(output) }

    private static func line(_ pipe: Pipe) throws -> Value {
        var bytes: [UInt8] = []
        while bytes.last != 10 {
            guard let part = try pipe.fileHandleForReading.read(upToCount: 1), !part.isEmpty else {
                break
            }
            bytes += part
        }
        return try Value(json: bytes)
    }
}
