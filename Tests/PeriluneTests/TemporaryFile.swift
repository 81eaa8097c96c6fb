import Foundation

/// A file that is gone with the last reference.
///
/// Foundation stays in here: it has a `Host` of its own.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        path = url.path
        try Data(bytes).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

func decoded(base64 text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
