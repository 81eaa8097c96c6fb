internal import PeriluneCore

/// A Lua state's view of the files that modules have read for a script; look-ups need no lock.
final class StateFiles: SharedFiles {
    private let companions: CompanionFiles
    private var files: [String: any SharedFile] = [:]

    init(_ companions: CompanionFiles) { self.companions = companions }

    var folder: String? { companions.folder }
    var count: Int { files.count }

    func file(_ name: String) -> (any SharedFile)? { files[name] }

    func open(
        _ name: String, at paths: [String],
        _ read: () throws(PeriluneError) -> any SharedFile
    ) throws(PeriluneError) -> any SharedFile {
        let file = try companions.open(name, at: paths, read)
        files[name] = file
        return file
    }
}
