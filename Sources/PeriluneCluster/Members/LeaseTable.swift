import PeriluneCore
import PeriluneJSON
import PeriluneNATS

/// The known entries of the bucket of leases.
///
/// An entry expires unless it is written again. Leases only avoid that two members do the same work; the fencing of
/// the commit logs ensures that no result is lost or duplicated.
///
/// All calls block, and the owner must not let them overlap.
final class LeaseTable: @unchecked Sendable {
    private struct Entry {
        var revision: UInt64
        var value: Value
        var written: ContinuousClock.Instant
        /// When the server stored it, in microseconds since 1970.
        var stored: Int64
    }

    private let cluster: Cluster
    private let publisher: NATSPublisher
    private let streams: NATSStreams
    private let watch: NATSSubscription
    private var entries: [String: Entry] = [:]
    /// Whether the stream has an entry that the subscription has missed.
    private var isMissingEntries = false
    let connection: NATSConnection
    private let opened = ContinuousClock.now

    /// Reads the bucket, and subscribes to the entries with these keys.
    init(_ cluster: Cluster, watching keys: String = ">") throws(PeriluneError) {
        self.cluster = cluster
        connection = try NATSConnection(cluster.connection)
        publisher = try NATSPublisher(connection)
        streams = try NATSStreams(connection)
        watch = try streams.read(
            stream: cluster.leases, subject: cluster.lease(keys), from: 1)
    }

    private static let timeout: Duration = .seconds(2)
    /// The maximum delay of an entry from the server to this client, in milliseconds.
    private static let delay: Int64 = 200

    /// Reads new entries, waiting at most this long for the first one.
    func update(milliseconds: Int64 = 0) throws(PeriluneError) {
        let prefix = cluster.lease("").utf8.count
        let end = ContinuousClock.now + Cluster.leaseTime + .milliseconds(milliseconds)
        // Server version 2.9.10 may always report more pending messages, and members write all the time.
        while ContinuousClock.now < end {
            let messages = try watch.fetch(256, milliseconds: milliseconds)
            for message in messages {
                let key = String(message.subject.dropFirst(prefix))
                let revision = message.position?.sequence ?? 0
                guard revision > entries[key]?.revision ?? 0 else { continue }
                entries[key] = Entry(
                    revision: revision, value: (try? Value(json: message.data)) ?? .null,
                    written: .now, stored: (message.position?.time ?? 0) / 1000)
            }
            // The initial entries may arrive in several parts.
            if messages.isEmpty || messages.last?.position?.pending == 0 { break }
        }
        entries = entries.filter { ContinuousClock.now - $0.value.written < Cluster.leaseTime * 4 }
    }

    /// Throws if the subscription has missed an entry: one that this client has written, or one of another member.
    ///
    /// After the loss of a server, a subscription can be lost without an error.
    func checkWatch(_ key: String) throws(PeriluneError) {
        guard ContinuousClock.now - opened > Cluster.leaseTime * 2 else { return }
        if isMissingEntries || value(key) == nil {
            throw PeriluneError(
                "nats.stream", "the stream '\(cluster.leases)' stopped sending entries")
        }
    }

    /// The value of a key, if it has not expired.
    func value(_ key: String) -> Value? {
        guard let entry = entries[key], entry.value != .null,
            ContinuousClock.now - entry.written < Cluster.leaseTime
        else { return nil }
        return entry.value
    }

    /// The member that holds an entry, if it has not expired.
    func holder(of key: String) -> String? { value(key)?["member"]?.string }

    /// When the server stored the value of a key, in microseconds since 1970; 0 if this client wrote it.
    func stored(_ key: String) -> Int64 { entries[key]?.stored ?? 0 }

    /// The keys with this prefix that have not expired.
    func keys(_ prefix: String) -> [String] {
        entries.keys.filter { $0.hasPrefix(prefix) && value($0) != nil }.sorted()
    }

    /// Writes an entry, whoever has written it before.
    func put(_ key: String, _ value: Value) throws(PeriluneError) {
        let message = NATSPublisher.Message(
            cluster.lease(key), headers: [], data: Array(value.json.utf8))
        if let error = try publisher.publish([message], timeout: Self.timeout)[0] { throw error }
    }

    /// Writes an entry for a member, unless another one holds it, or has written it since this one read it.
    ///
    /// A member that was paused, or has read the bucket again, may still process a lane that another one has taken.
    ///
    /// - Returns: Whether it was written.
    func write(_ key: String, _ value: Value, by member: String) throws(PeriluneError) -> Bool {
        guard holder(of: key) ?? member == member else { return false }
        let known = entries[key]?.revision ?? 0
        if try write(key, value, after: known) { return true }
        // The entry has expired or was written by another member, which the subscription may or may not report.
        // Version 2.9.10 may also forget the last entry after it was killed, which makes the entry invalid.
        try update(milliseconds: Self.delay)
        guard entries[key]?.revision ?? 0 == known else { return false }
        if let last = try streams.lastMessage(
            stream: cluster.leases, subject: cluster.lease(key)), last.sequence > known
        {
            isMissingEntries = true
            entries[key] = Entry(
                revision: last.sequence, value: (try? Value(json: last.data)) ?? .null,
                written: .now, stored: 0)
            return false
        }
        return try write(key, value, after: nil)
    }

    private func write(
        _ key: String, _ value: Value, after revision: UInt64?
    ) throws(PeriluneError) -> Bool {
        let message = NATSPublisher.Message(
            cluster.lease(key), headers: [], data: Array(value.json.utf8))
        do throws(PeriluneError) {
            let written = try publisher.append(message, after: revision, timeout: Self.timeout)
            entries[key] = Entry(
                revision: written, value: value, written: .now, stored: 0)
            return true
        } catch {
            if error.code == "nats.sequence" { return false }
            throw error
        }
    }
}
