internal import Glibc
public import PeriluneCore
internal import PeriluneFiles
public import PeriluneLua

/// Loads plugins by path: folders with `plugin.lua`, and shared libraries.
public enum PluginFile {
    /// Loads a plugin.
    ///
    /// - Parameters:
    ///   - path: The folder or the library.
    ///   - settings: The settings in the configuration; null for the defaults.
    ///   - grants: The grants of the scripts in a folder; a library is not restricted.
    ///   - kinds: The kinds of grants of the host's plugins, by which scopes are compared.
    ///   - limits: The limits of the scripts in a folder.
    /// - Returns: The plugin.
    /// - Throws: An error of the plugin.
    public static func load(
        _ path: String, settings: Value = .null, grants: Grants = .all,
        kinds: [GrantKind] = [.http], limits: ScriptLimits = ScriptLimits()
    ) throws(PeriluneError) -> any Plugin {
        switch try kind(of: path) {
        case .folder:
            return try FolderPlugin(
                path, settings: settings, grants: grants, kinds: kinds, limits: limits)
        case .library: return try LibraryPlugin(path, settings: settings)
        }
    }

    /// The kinds of plugins.
    package enum Kind: String, Sendable {
        case folder, library
    }

    /// The kind of plugin at a path.
    ///
    /// - Throws: `plugin.missing`, or `plugin.kind` if it is not a plugin.
    package static func kind(of path: String) throws(PeriluneError) -> Kind {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let name = FilePath.name(of: path)
            let there = TextFile.names(in: FilePath.folder(of: path))
            throw PeriluneError(
                "plugin.missing", "plugin not found", at: .init(file: path),
                hint: NearestName.hint(for: name, in: there.sorted())
                    ?? "check the path; it is relative to the working directory")
        }
        if status.st_mode & S_IFMT == S_IFDIR { return .folder }
        guard path.hasSuffix(".so") else {
            throw PeriluneError(
                "plugin.kind", "this is not a plugin", at: .init(file: path),
                hint:
                    "a plugin is a folder with \(FolderPlugin.manifestName), or a shared library (.so)"
            )
        }
        return .library
    }

    /// The plugins in a folder of plugins, in alphabetical order.
    package static func list(in folder: String) -> [String] {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        return TextFile.names(in: folder).sorted()
            .filter { !$0.hasPrefix(".") }.map { folder + $0 }
            .filter { path in
                path.hasSuffix(".so") || TextFile.exists(path + "/" + FolderPlugin.manifestName)
            }
    }
}
