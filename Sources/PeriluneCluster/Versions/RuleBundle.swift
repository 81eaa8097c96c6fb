package import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON

/// The files of a folder with rules in one bundle: configuration, scripts, tests and lookups.
///
/// The bytes are a line of JSON that lists the files, followed by their contents. The same files give the same bytes,
/// and thus the same hash.
package struct RuleBundle: Sendable {
    /// The whole bundle, at most 64 MB.
    package let bytes: [UInt8]
    /// The SHA-256 of the bytes, in hexadecimal.
    package let hash: String

    /// The maximum size of a bundle.
    static let maximumSize = 64 << 20
    private static let maximumFiles = 10_000
    private static let format: Int64 = 1

    /// Reads a folder, without hidden files.
    package init(folder: String) throws(PeriluneError) {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard TextFile.exists(prefix + ScriptFiles.configuration) else {
            throw PeriluneError(
                "cluster.bundle", "the folder has no \(ScriptFiles.configuration)",
                at: .init(file: folder),
                hint: "name the folder of the configuration, with the scripts in it")
        }
        // The bundle would contain the target of the link, which may be anywhere.
        if let link = FolderTree.link(below: folder == "" ? "." : folder) {
            throw PeriluneError(
                "cluster.bundle", "a bundle cannot contain symbolic links", at: .init(file: link),
                hint: "replace the link with a copy of the file, or move it out of the folder")
        }
        var contents: [UInt8] = []
        var files: [Value] = []
        for (path, _) in try FolderTree.files(below: folder == "" ? "." : folder) {
            guard TextFile.isRegular(path) else {
                throw PeriluneError(
                    "cluster.bundle", "a bundle can contain regular files only",
                    at: .init(file: path), hint: "move it out of the folder")
            }
            let bytes = try TextFile.read(
                path, limit: Self.maximumSize - contents.count, what: "file of the bundle",
                isRegular: true)
            let name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
            files.append(["path": .string(name), "size": .integer(Int64(bytes.count))])
            contents += bytes
        }
        guard files.count <= Self.maximumFiles else {
            throw PeriluneError(
                "cluster.bundle",
                "the folder has \(files.count) files, more than \(Self.maximumFiles)",
                at: .init(file: folder), hint: "deploy a folder that contains only rules")
        }
        let head: Value = ["format": .integer(Self.format), "files": .array(files)]
        try self.init(Array(head.json.utf8) + [0x0A] + contents)
    }

    /// Parses a bundle.
    init(_ bytes: [UInt8]) throws(PeriluneError) {
        self.bytes = bytes
        hash = try SHA256.hexadecimal(bytes)
    }

    /// Writes the files to a folder, which is emptied first.
    ///
    /// - Throws: `cluster.bundle` if the bundle has an invalid format, too many files, or a file outside of the
    ///   folder.
    package func unpack(into folder: String) throws(PeriluneError) {
        try FolderTree.remove(folder)
        guard let end = bytes.firstIndex(of: 0x0A),
            let head = try? Value(json: Array(bytes[..<end])),
            head["format"]?.integer == Self.format, let files = head["files"]?.array
        else {
            throw PeriluneError(
                "cluster.bundle", "the bundle has a format that this version cannot read",
                hint: "upgrade Perilune on all members of the cluster")
        }
        guard files.count <= Self.maximumFiles else {
            throw PeriluneError(
                "cluster.bundle",
                "the bundle has \(files.count) files, more than \(Self.maximumFiles)",
                hint: "deploy a folder that contains only rules")
        }
        var rest = bytes[(end + 1)...]
        for file in files {
            guard let path = file["path"]?.string, Self.isInside(path),
                let size = file["size"]?.integer, size >= 0, size <= rest.count
            else { throw PeriluneError("cluster.bundle", "the bundle is damaged") }
            let target = "\(folder)/\(path)"
            try FolderTree.make(FolderTree.parent(of: target))
            try OutputFile.write(Array(rest.prefix(Int(size))), to: target)
            rest = rest.dropFirst(Int(size))
        }
    }

    private static func isInside(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count <= FolderTree.deepest + 1 && !path.utf8.contains(0)
            && parts.allSatisfy {
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
            }
    }
}
