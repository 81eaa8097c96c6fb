import PeriluneCore

/// The tables of a store, and how a file is recognised as one.
enum Schema {
    /// `Peri` in the header of the file, where SQLite leaves room for it.
    static let applicationID: Int64 = 0x5065_7269
    static let version: Int64 = 1

    private static let tables = """
        CREATE TABLE state (
            script TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
            PRIMARY KEY (script, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE position (
            log TEXT NOT NULL PRIMARY KEY, offset INTEGER NOT NULL, line INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// Makes the file a store, or refuses it without having written a byte.
    static func prepare(_ connection: Connection) throws(PeriluneError) {
        let isNew = try isEmpty(connection)
        // Readers don't block the writer; FULL keeps a commit through a power cut.
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        guard isNew else { return }
        try connection.transaction { () throws(PeriluneError) in
            // Another process may have been faster.
            if try isEmpty(connection) { try connection.run(tables) }
        }
    }

    private static func isEmpty(_ connection: Connection) throws(PeriluneError) -> Bool {
        let application = try connection.number("PRAGMA application_id")
        let version = try connection.number("PRAGMA user_version")
        if application == applicationID {
            guard version == Self.version else { throw newer(connection.path, version) }
            return false
        }
        let objects = try connection.number("SELECT count(*) FROM sqlite_schema")
        guard application == 0, version == 0, objects == 0 else {
            throw foreign(connection.path)
        }
        return true
    }

    private static func newer(_ path: String, _ version: Int64) -> PeriluneError {
        PeriluneError(
            .storeNewer, "the store has format \(version), this version knows \(Self.version)",
            at: .init(file: path), hint: "use the version of Perilune that wrote it")
    }
}
