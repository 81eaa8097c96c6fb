import CSQLite
package import PeriluneCore

/// The tables of a store, and how a file is recognized as one.
enum Schema {
    /// `Peri` as the application ID in the header of the file.
    static let applicationID: Int64 = 0x5065_7269
    static let version = Int64(steps.count)

    /// The migration from each version to the next; a new file runs all of them.
    private static let steps = [
        """
        CREATE TABLE state (
            script TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
            PRIMARY KEY (script, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE position (
            log TEXT NOT NULL PRIMARY KEY, offset INTEGER NOT NULL, line INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- Events that were accepted and are not finished, in order. AUTOINCREMENT: a number is never
        -- given twice, also when the inbox has been empty, since other tables outlive the row.
        CREATE TABLE inbox (
            number INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, event BLOB NOT NULL
        ) STRICT;
        -- Deliveries that were accepted lately; time in seconds since 1970.
        CREATE TABLE seen (
            number INTEGER PRIMARY KEY, source TEXT NOT NULL, identity TEXT NOT NULL,
            time INTEGER NOT NULL, UNIQUE (source, identity)
        ) STRICT;
        -- Effects of event `event`, a number of the inbox; no answer where nobody knows it. From version 6
        -- on, the answer of an effect that must happen once is {"intent":…} until it is known.
        CREATE TABLE ledger (
            event INTEGER NOT NULL, identity TEXT NOT NULL, kind TEXT NOT NULL,
            request TEXT NOT NULL, answer TEXT,
            PRIMARY KEY (event, identity)
        ) STRICT, WITHOUT ROWID;
        -- Events that could not be processed, and the error as JSON; time in seconds since 1970. An event
        -- that a delegate published has the number of the one that it came from.
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY, number INTEGER, time INTEGER NOT NULL, source TEXT NOT NULL,
            event BLOB NOT NULL, error TEXT NOT NULL
        ) STRICT;
        -- How far each output is valid; what a crash wrote behind it is written again.
        CREATE TABLE output (
            path TEXT NOT NULL PRIMARY KEY, device INTEGER NOT NULL, inode INTEGER NOT NULL,
            offset INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- 1 if another event published it: one that came in is decided again when it comes again. 2 for an entry that its
        -- source could not read.
        ALTER TABLE quarantine ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX quarantine_number ON quarantine (number);
        """,
        StoreTable.all.filter { $0.since < checksums }.map {
            """
            -- The checksum of the other columns, which is verified when a row is read.
            ALTER TABLE \($0.name) ADD COLUMN checksum INTEGER;
            UPDATE \($0.name) SET checksum = \($0.checksum);

            """
        }.joined()
            // A damaged page can mislead the search for a key, so that the key seems to be new. A
            // second B-tree shows whether it is.
            + "CREATE UNIQUE INDEX state_key ON state (key, script);",
        """
        -- Events of the inbox that were in progress when the process ended, and how often it did.
        CREATE TABLE attempt (
            number INTEGER PRIMARY KEY, crashes INTEGER NOT NULL, kills INTEGER NOT NULL,
            checksum INTEGER
        ) STRICT;
        """,
        """
        -- The tables are unchanged. The answer of an effect may be an intent, {"intent":…}, which an older
        -- version would read as an answer.
        """,
        """
        -- What the run of logs is made of, whose progress is in position and output.
        CREATE TABLE run (
            name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- Records that some sink has not taken yet, one object per line, under the number of the last one.
        CREATE TABLE outbox (
            number INTEGER PRIMARY KEY, count INTEGER NOT NULL, records BLOB NOT NULL, checksum INTEGER
        ) STRICT;
        -- The number of the last record that each sink has taken.
        CREATE TABLE sink (
            name TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, checksum INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- The time of events, in milliseconds since 1970, after which a value may be removed. Not a part of the
        -- checksum: without it the value stays, and scripts do not see it any more.
        ALTER TABLE state ADD COLUMN removal INTEGER;
        CREATE INDEX state_removal ON state (removal) WHERE removal IS NOT NULL;
        -- The outbox also has the values that were emitted to outputs with names, with numbers of their own;
        -- records have an empty name. The name of a sink that gets the values of an output ends with '/' and the output.
        CREATE TABLE outbox_by_output (
            output TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL, records BLOB NOT NULL,
            checksum INTEGER, PRIMARY KEY (output, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO outbox_by_output
        SELECT '', number, count, records, row_checksum('outbox', '', number, count, records) FROM outbox;
        DROP TABLE outbox;
        ALTER TABLE outbox_by_output RENAME TO outbox;
        """,
        """
        -- Identifies the numbers of an output: when they begin again, the identity changes.
        CREATE TABLE sequence (
            output TEXT NOT NULL PRIMARY KEY, identity TEXT NOT NULL, checksum INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- How far sources of the inbox have read, by the name of the source and a name that the source gives.
        CREATE TABLE source_position (
            source TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, checksum INTEGER,
            PRIMARY KEY (source, name)
        ) STRICT, WITHOUT ROWID;
        """,
    ]

    /// The first version whose rows have checksums.
    static let checksums: Int64 = 4

    /// Brings the file to the current version; throws without changing it if it is not a store.
    static func prepare(_ connection: Connection) throws(PeriluneError) {
        connection.database.hint = StoreHints.repair(connection.path)
        try RowChecksum.register(connection)
        let found = try version(of: connection)
        // Makes SQLite report damage of a page when it reads the page.
        try connection.run("PRAGMA cell_size_check = ON")
        // Readers don't block the writer; FULL keeps a commit through a power cut.
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        // 32 MB, for the inner pages of a store of 10 million values.
        try connection.run("PRAGMA cache_size = -32768")
        guard found < version else { return }
        let lock = try lockToUpgrade(connection, from: found)
        try withExtendedLifetime(lock) { () throws(PeriluneError) in
            try connection.transaction { () throws(PeriluneError) in
                // Another process may have migrated the store meanwhile.
                let found = try version(of: connection)
                if found > 0, found < version { try refuseDamage(connection) }
                try apply(from: found, to: version, connection)
                try connection.run("PRAGMA application_id = \(applicationID)")
                try connection.run("PRAGMA user_version = \(version)")
            }
        }
    }

    /// Runs the migration steps from one version to another.
    static func apply(
        from found: Int64, to version: Int64, _ connection: Connection
    ) throws(PeriluneError) {
        for step in steps[Int(found)..<max(Int(found), Int(version))] { try connection.run(step) }
    }

    /// Throws if a process still writes the older version, which must not be migrated meanwhile.
    private static func lockToUpgrade(
        _ connection: Connection, from found: Int64
    ) throws(PeriluneError) -> StoreLock? {
        guard found > 0, let file = FileID(path: connection.path), !OpenFiles.isLocked(file)
        else { return nil }
        return try StoreLock(store: connection.path)
    }

    /// Checks the store in full, so that damaged rows do not get valid checksums.
    private static func refuseDamage(_ connection: Connection) throws(PeriluneError) {
        var damage = try StoreStructure.problems(connection, limit: 1)
        if damage.isEmpty { damage = try StoreStructure.schemaProblems(connection) }
        if let first = damage.first { throw connection.damaged(first) }
    }

    /// The version of a store, 0 for an empty file; throws for another file, and for a newer store.
    static func version(of connection: Connection) throws(PeriluneError) -> Int64 {
        let application = try connection.number("PRAGMA application_id")
        let found = try connection.number("PRAGMA user_version")
        if application == applicationID {
            try connection.refuse(found, newerThan: version)
            guard found > 0 else {
                throw connection.damaged("its header names the version \(found)")
            }
            return found
        }
        let objects = try connection.number("SELECT count(*) FROM sqlite_schema")
        if application == 0, found == 0, objects == 0 { return 0 }
        // Another process may have created the store between these statements.
        guard try connection.isStore() else { throw foreignFileError(connection.path) }
        return try version(of: connection)
    }
}

extension Connection {
    /// Whether the file is a store, of any version.
    package func isStore() throws(PeriluneError) -> Bool {
        try number("PRAGMA application_id") == Schema.applicationID
    }
}
