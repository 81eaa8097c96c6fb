import Foundation
import Perilune

/// A plugin's folder that is made for a test.
final class PluginFolderCase {
    let path: String

    static let manifest = """
        return {
          name = "vip", version = "1.0.0", perilune = ">= 0.1", summary = "For tests.",
        """

    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }
    }

    /// A manifest that is right, and more lines of it.
    convenience init(manifest more: String, _ files: [String: String] = [:]) throws {
        try self.init(files.merging(["plugin.lua": Self.manifest + more + "\n}"]) { $1 })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func plugin(
        settings: Value = .null, grants: Grants = .all
    ) throws(PeriluneError) -> FolderPlugin {
        try FolderPlugin(path, settings: settings, grants: grants)
    }
}
