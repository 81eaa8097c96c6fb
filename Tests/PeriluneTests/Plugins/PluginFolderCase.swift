import Foundation
import Perilune

/// A plugin's folder that is made for a test.
final class PluginFolderCase {
    private let folder: TemporaryFolder
    var path: String { folder.url.path }

    static let manifest = """
        return {
          name = "vip", version = "1.0.0", perilune = ">= 0.1", summary = "For tests.",
        """

    init(_ files: [String: String]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(name, text) }
    }

    /// A manifest that is right, and more lines of it.
    convenience init(manifest more: String, _ files: [String: String] = [:]) throws {
        try self.init(files.merging(["plugin.lua": Self.manifest + more + "\n}"]) { $1 })
    }

    func plugin(
        settings: Value = .null, grants: Grants = .all
    ) throws(PeriluneError) -> FolderPlugin {
        try FolderPlugin(path, settings: settings, grants: grants)
    }
}
