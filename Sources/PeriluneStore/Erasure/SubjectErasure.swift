package import PeriluneCore

extension EventStore {
    /// Counts the data about a subject; a server may use the store meanwhile.
    package static func count(
        of subject: String, in path: String
    ) throws(PeriluneError) -> SubjectCounts {
        let connection = try Connection.store(path)
        // A snapshot. The temporary tables are not in the file; they end with the connection.
        try connection.run("BEGIN")
        return try SubjectData(connection, of: subject, keepingInbox: false).counts()
    }

    /// Erases the data about a subject, and overwrites it in the file.
    ///
    /// - Parameters:
    ///   - subject: The `subject` or `partitionkey` of events, and the ordering key of state.
    ///   - keepsInbox: Whether accepted events are kept, because a host is about to process them.
    /// - Returns: What was erased; for the inbox, what was kept if `keepsInbox` is set.
    /// - Throws: An error of the store; nothing is erased then.
    package func erase(
        subject: String, keepingInbox keepsInbox: Bool
    ) throws(PeriluneError) -> SubjectCounts {
        let counts = try commit { (transaction) throws(PeriluneError) in
            try transaction.erase(subject: subject, keepingInbox: keepsInbox)
        }
        try emptyLog()
        return counts
    }
}

extension StoreTransaction {
    fileprivate func erase(
        subject: String, keepingInbox keepsInbox: Bool
    ) throws(PeriluneError) -> SubjectCounts {
        let before = try connection.number("PRAGMA secure_delete")
        // Deleted rows are overwritten with zeros.
        try connection.run("PRAGMA secure_delete = ON")
        let counts = Result { () throws(PeriluneError) -> SubjectCounts in
            let data = try SubjectData(connection, of: subject, keepingInbox: keepsInbox)
            let counts = try data.erase(quarantine, outbox)
            if !keepsInbox { try attempts.forgetFinished() }
            return counts
        }
        try connection.run("PRAGMA secure_delete = \(before)")
        return try counts.get()
    }
}
