import Glibc
package import PeriluneCore

/// A copy of a whole store in parts, from which another member can start instead of from the first commit.
package enum StoreSnapshot {
    /// The description of a snapshot.
    package struct Contents: Sendable {
        /// The number of the last commit.
        package let commit: Int
        /// The total size of the parts, which ``restore(_:bytes:_:)`` checks.
        package let bytes: Int
        /// The positions of the source at the last commit.
        package let positions: [SourcePosition]
    }

    /// Copies a store, even while it is written, and passes the copy in parts; returns the positions of one source
    /// with it.
    package static func create(
        _ store: String, source: String, partSize: Int,
        _ body: ([UInt8]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) -> Contents {
        // A member that has left the lane may still be taking another snapshot.
        let copy = "\(store).snapshot-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(copy) }
        _ = try StoreBackup.run(store, to: copy)
        let connection = try Connection(reading: copy)
        try RowChecksum.register(connection)
        guard let commit = try StoreReplica.position(connection) else { throw .diverged(store) }
        let positions = try StoreTransaction.positions(of: source, connection)
        let file = open(copy, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw PrivateFile.error(copy) }
        defer { close(file) }
        var part = [UInt8](repeating: 0, count: partSize)
        var bytes = 0
        while true {
            let count = read(file, &part, part.count)
            guard count >= 0 else { throw PrivateFile.error(copy) }
            if count == 0 { break }
            bytes += count
            try body(Array(part[..<count]))
        }
        return Contents(commit: commit, bytes: bytes, positions: positions)
    }

    /// Replaces a store with a snapshot of this size; `parts` calls its argument for each part, in order.
    package static func restore(
        _ store: String, bytes: Int,
        _ parts: (([UInt8]) throws(PeriluneError) -> Void) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        let copy = "\(store).restore"
        unlink(copy)
        defer { unlink(copy) }
        let file = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw PrivateFile.error(copy) }
        defer { close(file) }
        var written = 0
        try parts { (part) throws(PeriluneError) in
            guard PrivateFile.write(part[...], to: file) else { throw PrivateFile.error(copy) }
            written += part.count
        }
        guard written == bytes, try StoreCheck(path: copy).damage.isEmpty else {
            throw PeriluneError(
                .storeCorrupt, "a snapshot of the store is damaged", at: .init(file: store))
        }
        StoreReplica.remove(store)
        try PrivateFile.rename(copy, to: store)
    }

    /// The number of the last commit in the file of a store; 0 if there is no file.
    package static func position(ofFile path: String) throws(PeriluneError) -> Int {
        guard PrivateFile.exists(path) else { return 0 }
        let connection = try Connection(reading: path)
        guard try Schema.version(of: connection) > 0 else { return 0 }
        try RowChecksum.register(connection)
        return try StoreReplica.position(connection) ?? 0
    }

    /// The size of a store's file in bytes; 0 if there is none.
    package static func size(ofFile path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
