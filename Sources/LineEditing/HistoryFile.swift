internal import Glibc

/// The file in which a program keeps what was typed at its prompt.
package enum HistoryFile {
    /// The path, whose folder is made; nil where it cannot be.
    ///
    /// `$XDG_STATE_HOME/<program>/<name>`, or the same below `~/.local/state`.
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

    /// Makes a folder, for its owner alone, and those that it is in.
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
