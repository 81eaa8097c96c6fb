import CSQLite
import PeriluneCore

/// The tables of a store, and how a file is recognised as one.
enum Schema {
    /// `Peri` in the header of the file, where SQLite leaves room for it.
    static let applicationID: Int64 = 0x5065_7269
    static let version = Int64(steps.count)

    /// What makes each version of the one before; a new file takes them all.
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
        -- Effects of event `event`, a number of the inbox; no answer where nobody knows it.
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
        -- Whether another event published it: one that came in is decided again when it comes again.
        ALTER TABLE quarantine ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX quarantine_number ON quarantine (number);
        """,
        """
        -- Events of the inbox that were in hand when the process ended, and how often it did.
        CREATE TABLE attempt (
            number INTEGER PRIMARY KEY, crashes INTEGER NOT NULL, kills INTEGER NOT NULL
        ) STRICT;
        """,
    ]

    /// Makes the file a store of this version, or refuses it without having written a byte.
    static func prepare(_ connection: Connection) throws(PeriluneError) {
        let found = try version(of: connection)
        // Readers don't block the writer; FULL keeps a commit through a power cut.
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        guard found < version else { return }
        try connection.transaction { () throws(PeriluneError) in
            // Another process may have been faster.
            for step in steps.dropFirst(Int(try version(of: connection))) {
                try connection.run(step)
            }
            try connection.run("PRAGMA application_id = \(applicationID)")
            try connection.run("PRAGMA user_version = \(version)")
        }
    }

    /// The version of a store, 0 for an empty file; refuses what is no store, and a newer one.
    static func version(of connection: Connection) throws(PeriluneError) -> Int64 {
        let application = try connection.number("PRAGMA application_id")
        let found = try connection.number("PRAGMA user_version")
        if application == applicationID {
            try connection.refuse(found, newerThan: version)
            return found
        }
        let objects = try connection.number("SELECT count(*) FROM sqlite_schema")
        guard application == 0, found == 0, objects == 0 else { throw foreign(connection.path) }
        return 0
    }
}
