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

/// A folder that is gone with the last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.path + "/" + name }

    /// Writes another file and renames it, as editors do; answers the path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        return path(name)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }
}

func decoded(base64 text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
