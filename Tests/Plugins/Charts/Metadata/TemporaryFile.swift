import Foundation

/// A file that is gone with the test.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8], ending: String = "") throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "charts-\(UUID().uuidString)\(ending)").path
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
