import Foundation

/// A certificate for 127.0.0.1 that its own key has signed, in a folder that goes away with it.
final class TestCertificate: Sendable {
    private let folder: URL

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "perilune-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            + ["-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"]
            + ["-keyout", keyFile, "-out", file]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: String { folder.appending(path: "certificate.pem").path }
    var keyFile: String { folder.appending(path: "key.pem").path }
}
