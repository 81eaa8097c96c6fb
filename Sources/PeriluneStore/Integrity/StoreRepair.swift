import Glibc
package import PeriluneCore

/// Replaces a damaged store by a new file with its intact rows, and keeps the damaged file.
package struct StoreRepair: Sendable {
    /// Rows that were kept, by table.
    package let kept: [(table: String, count: Int)]
    /// What was lost: damaged rows that were set aside, and parts that cannot be read.
    package let lost: [StoreDamage]
    /// The path of the damaged file, which is unchanged.
    package let copy: String
    /// The path of the file with damaged rows, one JSON object per line; `nil` if there are none.
    package let aside: String?

    /// Repairs a store.
    ///
    /// - Parameters:
    ///   - path: The store, which no process may write.
    ///   - stamp: The suffix of the names of the files that are kept, such as the time.
    /// - Returns: What was kept and lost; `nil` if the store is not damaged.
    /// - Throws: `store.busy` if a process writes the store; `store.corrupt` if it cannot be repaired.
    package static func run(
        _ path: String, stamp: String
    ) throws(PeriluneError) -> StoreRepair? {
        guard PrivateFile.exists(path) else {
            throw PeriluneError(
                "file.read", "there is no store at \(path)", at: .init(file: path),
                hint: "name the file of the store")
        }
        let lock = try StoreLock(store: path)
        return try withExtendedLifetime(lock) { () throws(PeriluneError) in
            if try isIntact(path) { return nil }
            // Rows that are lost here would be missing when commits are applied.
            if let position = try? StoreSnapshot.position(ofFile: path), position > 0 {
                throw .diverged(path)
            }
            return try StoreRepair(path, stamp)
        }
    }

    private static func isIntact(_ path: String) throws(PeriluneError) -> Bool {
        do throws(PeriluneError) {
            return try StoreCheck(path: path).damage.isEmpty
        } catch {
            // With a damaged header, a store seems to be a foreign file.
            guard error.code == .storeForeign, try StoreHeader.isStore(path) else { throw error }
            return false
        }
    }

    private init(_ path: String, _ stamp: String) throws(PeriluneError) {
        copy = "\(path).damaged-\(stamp)"
        let rows = "\(copy).jsonl"
        let old = "\(path).repair-old"
        let new = "\(path).repair-new"
        for name in [old, new] { Self.remove(name) }
        defer { for name in [old, new] { Self.remove(name) } }
        for suffix in ["", "-wal"] where PrivateFile.exists(path + suffix) {
            try PrivateFile.copy(path + suffix, to: copy + suffix)
            try PrivateFile.copy(path + suffix, to: old + suffix)
        }
        var salvage = try Self.salvage(old, new, DamagedRows(path: rows), shownAs: path)
        try salvage.run()
        kept = salvage.kept
        lost = salvage.unreadable + salvage.aside.damage
        aside = salvage.aside.damage.isEmpty ? nil : rows
        try salvage.target.run("PRAGMA wal_checkpoint(TRUNCATE)")
        let check = try StoreCheck(salvage.target)
        if let first = check.damage.first {
            throw PeriluneError(
                .storeCorrupt, "the store cannot be repaired: \(first.text)", at: .init(file: path),
                hint: "restore a backup; the damaged file is in \(copy)")
        }
        try salvage.target.run("PRAGMA journal_mode = DELETE")
        try PrivateFile.sync(new)
        // SQLite must not apply the WAL of the damaged file to the new one.
        unlink("\(path)-wal")
        unlink("\(path)-shm")
        try PrivateFile.rename(new, to: path)
    }

    private static func salvage(
        _ old: String, _ new: String, _ aside: DamagedRows, shownAs path: String
    ) throws(PeriluneError) -> Salvage {
        let version: Int64
        var source = try Connection(path: old)
        do throws(PeriluneError) {
            version = try Schema.version(of: source)
        } catch {
            guard error.isDamage || error.code == .storeForeign else { throw error }
            guard let found = try StoreHeader.rewrite(old) else { throw foreignFileError(path) }
            source = try Connection(path: old)
            version = found
        }
        try RowChecksum.register(source)
        // A damaged table definition would hide the rows of the table.
        _ = try? source.run("PRAGMA cell_size_check = ON")
        return Salvage(
            from: source, version: version, to: try Connection.store(new), aside: aside)
    }

    private static func remove(_ name: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(name + suffix) }
    }
}
