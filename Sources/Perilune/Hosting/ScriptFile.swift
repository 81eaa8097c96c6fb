public import PeriluneCore
internal import PeriluneFiles
public import PeriluneLua

extension Script {
    /// Reads a script from a file; `require` also finds files in its folder.
    public init(_ path: String, limits: ScriptLimits = ScriptLimits()) throws(PeriluneError) {
        let folder = FilePath.folder(of: path)
        let limit = Self.lengthLimit(limits)
        let source = try Self.text(of: path, limits)
        self.init(path: path, folder: folder, source: source, limits: limits, isFile: true) {
            (name) throws(PeriluneError) in
            guard let file = Self.companionFile(name, in: folder) else { return nil }
            return try ScriptFiles.module(file, of: path, limit: limit)
        }
    }

    /// The script with the current content of its files; a script created from text is returned unchanged.
    package func reloaded() throws(PeriluneError) -> Script {
        guard isFile else { return self }
        var script = self
        script.source = try Self.text(of: path, limits)
        script.companions = companions.unread
        return script
    }

    /// The files that have been read for the script so far, including missing ones.
    package var files: [String] {
        guard isFile else { return [] }
        let folder = FilePath.folder(of: path)
        return [path]
            + companions.texts.keys.sorted().compactMap { Self.companionFile($0, in: folder) }
            + companions.sharedPaths
    }

    private static func text(
        of path: String, _ limits: ScriptLimits
    ) throws(PeriluneError) -> [UInt8] {
        try TextFile.read(path, limit: lengthLimit(limits), what: "script")
    }

    private static func lengthLimit(_ limits: ScriptLimits) -> Int {
        limits.sourceLength > 0 ? limits.sourceLength : Int.max
    }
}
