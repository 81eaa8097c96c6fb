import Glibc
package import PeriluneCore

/// Copies a store to another file, even while a server writes it.
package enum StoreBackup {
    /// Writes a consistent snapshot of the store, checks the whole copy, and renames it to the
    /// target.
    ///
    /// - Returns: The check of the copy, with its contents.
    package static func run(_ path: String, to target: String) throws(PeriluneError) -> StoreCheck {
        guard !PrivateFile.exists(target) else {
            throw PeriluneError(
                "output.exists", "the file already exists", at: .init(file: target),
                hint: "name another file, or remove this one")
        }
        let part = "\(target).part"
        unlink(part)
        PrivateFile.create(part)
        guard PrivateFile.exists(part) else {
            throw PeriluneError(
                "output.create", "cannot create the backup: \(systemMessage(errno))",
                at: .init(file: target))
        }
        defer { unlink(part) }
        try copy(path, to: part)
        let check = try StoreCheck(path: part)
        if let first = check.damage.first {
            throw PeriluneError(
                .storeCorrupt, "the store is damaged: \(first.text)", at: .init(file: path),
                hint: StoreHints.repair(path))
        }
        try PrivateFile.sync(part)
        try PrivateFile.rename(part, to: target)
        return check
    }

    private static func copy(_ path: String, to part: String) throws(PeriluneError) {
        let connection = try Connection(reading: path)
        guard try Schema.version(of: connection) > 0 else { throw foreignFileError(path) }
        connection.database.hint = StoreHints.repair(path)
        // 'VACUUM INTO' attaches the file that it writes.
        connection.allowAttaching()
        try connection.run("VACUUM INTO ?", [.text(part)])
    }
}
