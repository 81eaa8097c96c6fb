internal import Glibc
package import PeriluneCore

/// Expands the names of scripts on the command line and in configurations: files, folders and patterns.
package enum ScriptFiles {
    /// The file of a folder that is not a script: its configuration.
    package static let configuration = "perilune.lua"

    /// The maximum number of files; more are probably a mistake in a name.
    private static let most = 10_000

    /// The files for names, in the order of the names.
    ///
    /// A file stands for itself. A folder stands for the Lua files in it, in alphabetical order, without tests
    /// (`*_test.lua`) and without a configuration (`perilune.lua`). A name with `*` or `?` in its last part stands
    /// for the matching files of that folder.
    ///
    /// - Throws: `file.missing` for a name without a file.
    package static func expand(
        _ paths: [String], in listing: FileListing = .disk
    ) throws(PeriluneError) -> [String] {
        var files: [String] = []
        var seen: Set<String> = []
        for path in paths {
            for file in try expand(path, listing) where seen.insert(file).inserted {
                files.append(file)
            }
            guard files.count <= most else {
                throw PeriluneError("file.read", "'\(path)' names more than \(most) scripts")
            }
        }
        return files
    }

    /// Reads a module that a script requires.
    ///
    /// - Parameters:
    ///   - file: The file of the module, in the folder of the script or below.
    ///   - script: The file of the script.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes; `nil` if there is no such file.
    /// - Throws: `script.require` if a symbolic link leads out of this folder, and `file.read`.
    package static func module(
        _ file: String, of script: String, limit: Int
    ) throws(PeriluneError) -> [UInt8]? {
        guard TextFile.exists(file) else { return nil }
        let target = FilePath.real(file)
        // The files of a script may all be links into one other folder, as configuration management sets them up.
        let folders = [
            FilePath.real(FilePath.folder(of: script)),
            FolderTree.parent(of: FilePath.real(script)),
        ]
        guard folders.contains(where: { FilePath.isInside(target, $0) }) else {
            throw PeriluneError(
                "script.require",
                "the module is a symbolic link that leads out of the folder of the script",
                at: .init(file: file), hint: "put the module itself in the folder of the script")
        }
        return try TextFile.read(file, limit: limit, what: "module", isRegular: true)
    }

    /// Whether a file holds tests.
    package static func isTest(_ path: String) -> Bool { path.hasSuffix("_test.lua") }

    /// Whether a Lua file of a folder is a script or a module, by its name.
    package static func isScript(_ name: String) -> Bool {
        // Hidden files are temporary files of editors.
        name.hasSuffix(".lua") && !isTest(name) && !name.hasPrefix(".") && name != configuration
    }

    private static func expand(
        _ path: String, _ listing: FileListing
    ) throws(PeriluneError) -> [String] {
        if try listing.isFolder(path) {
            let names = try scripts(in: path, listing)
            guard !names.isEmpty else {
                throw PeriluneError(
                    "file.missing", "the folder contains no scripts", at: .init(file: path),
                    hint: "script names end in .lua; files that end in _test.lua are tests")
            }
            let folder = path.hasSuffix("/") ? path : path + "/"
            return names.map { folder + $0 }
        }
        if try listing.isThere(path) { return [path] }
        let folder = FilePath.folder(of: path)
        let name = String(path.dropFirst(folder.count))
        if name.contains(where: { $0 == "*" || $0 == "?" }) {
            let matching = try scripts(in: folder, listing).filter {
                fnmatch(name, $0, 0) == 0
            }
            guard matching.isEmpty else { return matching.map { folder + $0 } }
            throw PeriluneError(
                "file.missing", "no script matches", at: .init(file: path),
                hint:
                    "a pattern matches names in one folder; * stands for any text, ? for one character"
            )
        }
        throw try missingFileError(path, folder, name, listing)
    }

    private static func missingFileError(
        _ path: String, _ folder: String, _ name: String, _ listing: FileListing
    ) throws(PeriluneError) -> PeriluneError {
        let isThere = folder.isEmpty ? true : try listing.isFolder(folder)
        guard isThere else {
            return PeriluneError(
                "file.missing", "there is no folder \(folder)", at: .init(file: path),
                hint: "check the path; it is relative to the working directory")
        }
        let near = NearestName.of(name, in: try listing.names(folder).sorted())
        return PeriluneError(
            "file.missing", "no such file", at: .init(file: path),
            hint: near.map { "did you mean '\(folder)\($0)'?" }
                ?? "check the path; it is relative to the working directory")
    }

    private static func scripts(
        in folder: String, _ listing: FileListing
    ) throws(PeriluneError) -> [String] {
        try listing.names(folder).filter(isScript).sorted()
    }
}
