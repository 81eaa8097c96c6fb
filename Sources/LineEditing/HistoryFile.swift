internal import Glibc

/// The history file of a program's prompt.
package enum HistoryFile {
    /// The path, whose folder is created if necessary; nil if that fails.
    ///
    /// It is `$XDG_STATE_HOME/<program>/<name>`, or the same below `~/.local/state`.
    package static func path(program: String, name: String) -> String? {
        let folder: String
        if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            folder = state
        } else if let home = variable("HOME"), home.hasPrefix("/") {
            folder = "\(home)/.local/state"
        } else {
            return nil
        }
        guard make("\(folder)/\(program)") else { return nil }
        return "\(folder)/\(program)/\(name)"
    }

    /// Creates a folder and its parents, for the owner alone.
    private static func make(_ folder: String) -> Bool {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/\(name)"
            if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
        }
        return true
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
