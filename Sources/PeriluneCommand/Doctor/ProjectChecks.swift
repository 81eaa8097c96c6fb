import Arguments
import Glibc
import Perilune
import PeriluneCore
import PeriluneFiles

/// Checks of the configuration and the store.
enum ProjectChecks {
    /// Checks the configuration, and uses it for other options if it has no mistake.
    static func findings(_ values: inout Values, _ terminal: Terminal) throws -> [Finding] {
        let configuration = try configuration(&values, terminal)
        return configuration + [store(values)]
    }

    private static func configuration(
        _ values: inout Values, _ terminal: Terminal
    ) throws -> [Finding] {
        let file: String
        do {
            guard let found = try Project.file(values, doctorAction.command) else {
                return [
                    Finding(
                        "configuration", .note,
                        values.flag("no-config")
                            ? "not used" : "no \(Configuration.fileName) here or in a folder above")
                ]
            }
            file = found
        } catch let error as PeriluneError {
            return [Finding("configuration", error)]
        }
        let (scripts, mistakes) = ConfigMistakes.find(in: file, terminal)
        guard mistakes.isEmpty else { return mistakes.map { Finding("configuration", $0) } }
        // The same configuration as for 'serve', because the store and the address belong to it.
        values.defaults = try Project.load(values, serveAction.command)
        return [Finding("configuration", .ok, "\(file), \(Counted(scripts, "script"))")]
    }

    private static func store(_ values: Values) -> Finding {
        let named = values.string("store")
        let path = named ?? "perilune.db"
        // The default store need not exist.
        let state: Finding.State = named == nil ? .note : .problem
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let folder = FilePath.folder(of: path)
            let shown = folder.isEmpty ? "this folder" : folder
            guard unsafe access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else {
                return Finding(
                    "store", state,
                    "\(path) cannot be created in \(shown): \(systemMessage(errno))",
                    hint: "choose another location with --store FILE")
            }
            return Finding("store", .ok, "\(path) does not exist yet; 'perilune serve' creates it")
        }
        guard unsafe access(path, R_OK | W_OK) == 0 else {
            return Finding(
                "store", state, "\(path) cannot be written: \(systemMessage(errno))",
                hint: "run this command as the user of the server; ls -l \(path) shows the owner")
        }
        guard status.st_mode & 0o077 == 0 else {
            return Finding(
                "store", .warning, "other users can read \(path), which contains unmasked events",
                hint: "chmod 600 \(path)*")
        }
        return Finding("store", .ok, path)
    }
}
