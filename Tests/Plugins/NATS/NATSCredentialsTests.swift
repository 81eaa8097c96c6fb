import Foundation
import PeriluneCore
import Testing

@testable import PeriluneNATS

/// Who may connect to a server, and how.
@Suite(.timeLimit(.minutes(5))) struct NATSCredentialsTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func error(_ options: NATSConnectionOptions) -> PeriluneError? {
        do throws(PeriluneError) { _ = try NATSConnection(options) } catch { return error }
        return nil
    }

    @Test func aTokenIsSent() throws {
        let server = try NATSServerProcess(["--auth", "t0ken"])
        var options = server.connection
        #expect(error(options)?.code == "nats.connection")
        options.credentials = .token("t0ken")
        #expect(error(options) == nil)
    }

    /// The pair was made for this test.
    @Test func aKeyPairSigns() throws {
        let key = "UCJE36VI2FHIZHB6RU536ADPBE454LQRHGTMQRO5B3AZBYVJEJDBGQTR"
        let seed = "SUALI5DT5QRKCUELL2JY5NJ4KETJFZQLPHWWZNEKIJHQPPJMQHUSEIGZ6Y"
        try seed.write(toFile: folder + "/seed", atomically: true, encoding: .utf8)
        try "authorization { users = [ { nkey: \(key) } ] }".write(
            toFile: folder + "/server.conf", atomically: true, encoding: .utf8)
        let server = try NATSServerProcess(["-c", folder + "/server.conf"])
        var options = server.connection
        #expect(error(options)?.hint?.contains("requires credentials") == true)
        options.credentials = .nkey(publicKey: key, seedFile: folder + "/seed")
        #expect(error(options) == nil)
        options.credentials = .nkey(publicKey: key, seedFile: folder + "/absent")
        #expect(error(options) != nil)
    }

    @Test func tlsChecksBothSides() throws {
        let (certificate, key) = (folder + "/cert.pem", folder + "/key.pem")
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        let server = try NATSServerProcess([
            "--tls", "--tlscert", certificate, "--tlskey", key, "--tlsverify", "--tlscacert",
            certificate,
        ])
        var options = server.connection
        #expect(error(options)?.hint?.contains("tls") == true)
        options.isSecure = true
        #expect(error(options)?.code == "nats.connection")
        options.caFile = certificate
        #expect(error(options)?.code == "nats.connection")
        options.certificate = (certificate, key)
        #expect(error(options) == nil)
        options.caFile = folder + "/absent.pem"
        #expect(error(options)?.code == "nats.configuration")
    }
}
