import LuaSyntax
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// What to do about a script that could not be loaded.
enum ScriptHint {
    static func text(for error: PeriluneError) -> String {
        // A log that was given as a script ends at its first character.
        if error.place.sourceLine?.hasPrefix("{") == true {
            return "this looks like a log: name logs as LOG, and scripts with --script"
        }
        guard let file = error.place.file else { return more("FILE") }
        // An error without a line is about what the file returns.
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
