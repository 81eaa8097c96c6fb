import Glibc
import PeriluneCore
import PeriluneFiles

/// Copies, links and deletes the files of a project's plugins.
enum PluginFolder {
    /// The maximum depth; deeper folders are probably a cycle of links.
    private static let mostDepth = 16
    private static let largest = 256 << 20

    /// Creates a symbolic link to a file or folder.
    static func link(_ path: String, at target: String) throws(PeriluneError) {
        if unsafe symlink(path, target) != 0 { throw failure("cannot create the link", target) }
    }

    /// Throws if the plugin contains the folder of plugins, because copying it would never end.
    static func check(_ path: String, isApartFrom folder: String) throws(PeriluneError) {
        guard let source = real(path),
            let place = real(folder) ?? real(FolderTree.parent(of: FilePath.absolute(folder)))
        else { return }
        guard "\(place)/".hasPrefix("\(source)/") else { return }
        throw PeriluneError(
            "plugin.inside", "the plugin's folder contains the project",
            at: .init(file: path), hint: "move the plugin out of the project's parent folders")
    }

    /// Copies a file, or a folder without hidden files, completely or not at all.
    static func copy(_ path: String, to target: String) throws(PeriluneError) {
        // The name is hidden, so that an incomplete copy is not used as a plugin.
        let partial = FilePath.folder(of: target) + ".\(FilePath.name(of: target)).\(getpid())"
        do throws(PeriluneError) {
            try copy(path, to: partial, depth: 0)
            guard unsafe rename(partial, target) == 0 else {
                throw failure("cannot move the plugin into place", target)
            }
        } catch {
            try? FolderTree.remove(partial)
            throw error
        }
    }

    private static func copy(
        _ path: String, to target: String, depth: Int
    ) throws(PeriluneError) {
        guard depth < mostDepth else {
            throw PeriluneError(
                "plugin.depth", "the folder is nested more than \(mostDepth) levels deep",
                at: .init(file: path))
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure("cannot read it", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let bytes = try TextFile.read(path, limit: largest, what: "file")
            return try OutputFile.write(bytes, to: target)
        }
        guard unsafe mkdir(target, 0o755) == 0 else {
            throw failure("cannot create the folder", target)
        }
        for name in TextFile.names(in: path).sorted() where !name.hasPrefix(".") {
            try copy("\(path)/\(name)", to: "\(target)/\(name)", depth: depth + 1)
        }
    }

    /// The absolute path with links resolved.
    private static func real(_ path: String) -> String? {
        guard let name = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }

    private static func failure(_ message: String, _ path: String) -> PeriluneError {
        PeriluneError(
            "output.create", "\(message): \(systemMessage(errno))", at: .init(file: path))
    }
}
