import LuaSyntax
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// Hints for scripts that cannot be loaded.
enum ScriptHint {
    static func text(for error: PeriluneError) -> String {
        // The file may be a log, which fails at its first character.
        if error.place.sourceLine?.hasPrefix("{") == true {
            return "this looks like a log: name logs as LOG, and scripts with --script"
        }
        guard let file = error.place.file else { return more("FILE") }
        // An error without a line is about the returned value.
        if error.place.line == nil,
            let source = try? TextFile.read(
                file, limit: ScriptLimits().sourceLength, what: "script"),
            let found = ScriptChecker().check(source).first(where: { $0.code == "no-delegate" }),
            let hint = found.hint
        {
            return hint
        }
        return more(file)
    }

    private static func more(_ file: String) -> String {
        "'perilune check \(file)' reports more about the script"
    }
}
