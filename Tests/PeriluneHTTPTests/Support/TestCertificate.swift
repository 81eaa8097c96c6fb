import Foundation
import Glibc

/// A certificate for 127.0.0.1 that its own key has signed, in a folder that goes away with it.
final class TestCertificate: Sendable {
    private let folder: URL

    init(days: Int = 2) throws {
        folder = URL.temporaryDirectory.appending(path: "perilune-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Not Foundation's Process: it cannot bear the many descriptors of the other tests.
        let arguments =
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            + ["-nodes", "-days", "\(days)", "-subj", "/CN=test", "-addext"]
            + ["subjectAltName=IP:127.0.0.1", "-keyout", keyFile, "-out", file]
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        guard posix_spawnp(&child, "openssl", &actions, nil, pointers, environ) == 0 else {
            throw CocoaError(.executableNotLoadable)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: String { folder.appending(path: "certificate.pem").path }
    var keyFile: String { folder.appending(path: "key.pem").path }
}
