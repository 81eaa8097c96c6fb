internal import Glibc
internal import PeriluneFiles

/// The names whose change may change what a path leads to: that of the file, and that of each symbolic link on the
/// way.
///
/// A folder that is mounted from a cluster's configuration is a link that is replaced, while the files behind it do
/// not change.
struct WatchedNames: Equatable {
    /// The names by folder, without links.
    private(set) var names: [String: Set<String>] = [:]

    private static let longestChain = 40

    init(_ files: [String]) {
        for file in files { add(file) }
    }

    /// Whether a change of a name matters; any Lua file may be one that a script needs.
    func concerns(_ name: String, in folder: String) -> Bool {
        name.hasSuffix(".lua") || names[folder]?.contains(name) == true
    }

    private mutating func add(_ file: String) {
        var rest = Self.parts(
            of: FilePath.isAbsolute(file) ? file : "\(Self.workingFolder)/\(file)")
        var folder = "/"
        var links = 0
        while !rest.isEmpty {
            let name = rest.removeFirst()
            if name == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if let target = FilePath.linkTarget(of: path) {
                names[folder, default: []].insert(name)
                links += 1
                if links > Self.longestChain { return }
                rest = Self.parts(of: target) + rest
                if FilePath.isAbsolute(target) { folder = "/" }
            } else if rest.isEmpty || !Self.isFolder(path) {
                // A missing file may be created.
                names[folder, default: []].insert(name)
                if Self.isFolder(path) { names[path, default: []].formUnion([]) }
                return
            } else {
                folder = path
            }
        }
    }

    private static func parts(of path: String) -> [String] {
        FilePath.parts(of: path).filter { $0 != "." }.map { String($0) }
    }

    private static func parent(of folder: String) -> String {
        guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return "/" }
        return String(folder[..<slash])
    }

    private static var workingFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
