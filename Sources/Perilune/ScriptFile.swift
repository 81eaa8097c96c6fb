public import PeriluneCore
internal import PeriluneFiles
public import PeriluneLua

extension Script {
    /// Reads a script from a file; `require` also finds files in its folder.
    public init(_ path: String, limits: ScriptLimits = ScriptLimits()) throws(PeriluneError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let limit = limits.sourceLength > 0 ? limits.sourceLength : Int.max
        let source = try TextFile.read(path, limit: limit, what: "script")
        self.init(path: path, source: source, limits: limits) { name throws(PeriluneError) in
            guard let file = Self.companionFile(name, in: folder) else { return nil }
            guard TextFile.exists(file) else { return nil }
            return try TextFile.read(file, limit: limit, what: "module")
        }
    }

    /// The file of a module beside a script; `nil` for what is no name of one.
    package static func companionFile(_ name: String, in folder: String) -> String? {
        // A name is made of words, so that it cannot leave the folder.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameCharacter) }) else {
            return nil
        }
        return folder + parts.joined(separator: "/") + ".lua"
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || character == "_" || character == "-")
    }
}
