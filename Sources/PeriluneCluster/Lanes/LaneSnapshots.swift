import PeriluneCore
import PeriluneJSON
import PeriluneNATS
import PeriluneStore

/// Snapshots of a lane's store in a stream.
///
/// The parts of a snapshot have a subject of their own; a description, which is written last, marks it as complete.
/// Commits and events that are contained in the previous snapshot are removed from their streams. All calls block.
struct LaneSnapshots {
    let cluster: Cluster
    let lane: Int

    /// The description, which is written after the last part.
    private struct Description {
        let commit: Int
        /// The sequence number of the last event that is in the store.
        let event: Int
        let id: String
        let parts: Int
        let bytes: Int

        init(_ contents: StoreSnapshot.Contents, event: Int, id: String, parts: Int) {
            (commit, bytes) = (contents.commit, contents.bytes)
            (self.event, self.id, self.parts) = (event, id, parts)
        }

        init?(_ json: [UInt8]) {
            func number(_ name: String, _ value: Value) -> Int? {
                value[name]?.integer.flatMap { $0 < 0 || $0 == .max ? nil : Int($0) }
            }
            guard let value = try? Value(json: json), let commit = number("commit", value),
                let event = number("event", value), let id = value["id"]?.string,
                let parts = number("parts", value), let bytes = number("bytes", value)
            else { return nil }
            (self.commit, self.event, self.id) = (commit, event, id)
            (self.parts, self.bytes) = (parts, bytes)
        }

        var json: [UInt8] {
            let value: Value = [
                "commit": .integer(Int64(commit)), "event": .integer(Int64(event)),
                "id": .string(id), "parts": .integer(Int64(parts)),
                "bytes": .integer(Int64(bytes)),
            ]
            return Array(value.json.utf8)
        }
    }

    private static let timeout: Duration = .seconds(10)
    private static let patience: Duration = .seconds(30)

    /// Stores a snapshot, and removes what it replaces.
    ///
    /// A member that has lost the lane meanwhile does not replace a newer snapshot.
    func save(_ store: String) throws(PeriluneError) {
        let connection = try NATSConnection(cluster.connection)
        let streams = try NATSStreams(connection)
        let publisher = try NATSPublisher(connection)
        let subject = cluster.snapshots(of: lane)
        let before = try streams.lastMessage(stream: cluster.snapshots, subject: subject)
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        let (partSubject, timeout) = ("\(subject).\(id)", Self.timeout)
        var (parts, first, last) = (0, UInt64(0), UInt64(0))
        let contents = try StoreSnapshot.create(
            store, source: cluster.source(of: lane), partSize: connection.maximumPayload / 2
        ) { (part) throws(PeriluneError) in
            let message = NATSPublisher.Message(partSubject, headers: [], data: part)
            last = try publisher.append(message, after: last, timeout: timeout)
            if parts == 0 { first = last }
            parts += 1
        }
        let older = before.flatMap { Description($0.data) }
        guard contents.commit > older?.commit ?? 0 else { return }
        let event = contents.positions.first { $0.name == LaneSource.position }?.value
        let description = Description(
            contents, event: event.flatMap { Int($0) } ?? 0, id: id, parts: parts)
        do throws(PeriluneError) {
            _ = try publisher.append(
                NATSPublisher.Message(subject, headers: [], data: description.json),
                after: before?.sequence ?? 0, timeout: Self.timeout)
        } catch {
            if error.code == "nats.sequence" { return }
            throw error
        }
        guard try streams.canPurge(cluster.commits) else { return }
        // Includes the parts of incomplete snapshots.
        try streams.purge(cluster.snapshots, subject: "\(subject).*", before: first)
        guard let older else { return }
        // Messages since the previous snapshot are kept for troubleshooting.
        try streams.purge(
            cluster.commits, subject: cluster.commits(of: lane), before: UInt64(older.commit))
        try streams.purge(
            cluster.events, subject: cluster.events(of: lane), before: UInt64(older.event) + 1)
    }

    /// Replaces the replica of a store if the log no longer has the commits that it lacks.
    func restore(_ store: String) throws(PeriluneError) {
        let connection = try NATSConnection(cluster.connection)
        let streams = try NATSStreams(connection)
        let subject = cluster.snapshots(of: lane)
        guard
            let message = try streams.lastMessage(stream: cluster.snapshots, subject: subject),
            let description = Description(message.data),
            try StoreSnapshot.position(ofFile: store) < description.commit
        else { return }
        let parts = try streams.read(
            stream: cluster.snapshots, subject: "\(subject).\(description.id)", from: 1)
        try StoreSnapshot.restore(store, bytes: description.bytes) {
            (write) throws(PeriluneError) in
            var count = 0
            let end = ContinuousClock.now + Self.patience
            while count < description.parts, .now < end {
                for part in try parts.fetch(16, milliseconds: 1000) {
                    try write(part.data)
                    count += 1
                }
            }
        }
    }
}
