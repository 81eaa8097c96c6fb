package import PeriluneCore
import PeriluneJSON
import PeriluneNATS

/// The versions of the rules in a stream of the cluster.
///
/// A version is proposed first; members load it and run its tests. It is activated when all members can use it. All
/// calls block.
package struct DeployedVersions: Sendable {
    /// The description of a version in the stream.
    package struct Entry: Sendable {
        /// The version: the hash of its bundle, and the sequence number of its proposal.
        package let version: RuleVersion
        /// The ordering key, like ``MemberVersion/order``.
        package let order: String?
        /// The id of its bundle, which is in the subjects of the parts.
        fileprivate let id: String
        fileprivate let bytes: Int

        fileprivate init?(_ message: NATSStreams.StoredMessage?, isActive: Bool) {
            guard let message, let value = try? Value(json: message.data),
                let hash = value["hash"]?.string, let id = value["id"]?.string,
                let bytes = value["bytes"]?.integer
            else { return nil }
            let number = isActive ? value["version"]?.integer : Int64(message.sequence)
            version = RuleVersion(number: Int(number ?? 0), hash: hash)
            order = value["order"]?.string
            (self.id, self.bytes) = (id, Int(bytes))
        }
    }

    private let cluster: Cluster
    private let connection: NATSConnection

    private static let timeout: Duration = .seconds(10)
    private static let patience: Duration = .seconds(30)

    package init(_ cluster: Cluster) throws(PeriluneError) {
        self.cluster = cluster
        connection = try NATSConnection(cluster.connection)
    }

    /// The version that was proposed last.
    package func proposed() throws(PeriluneError) -> Entry? {
        Entry(try last(cluster.proposedVersion), isActive: false)
    }

    /// The version that members use.
    package func active() throws(PeriluneError) -> Entry? {
        Entry(try last(cluster.activeVersion), isActive: true)
    }

    private func last(_ subject: String) throws(PeriluneError) -> NATSStreams.StoredMessage? {
        try NATSStreams(connection).lastMessage(stream: cluster.versions, subject: subject)
    }

    /// Stores a bundle, and proposes it to the members.
    ///
    /// - Throws: `cluster.deploy` if another version was proposed at the same time.
    package func propose(_ bundle: RuleBundle) throws(PeriluneError) -> Entry {
        let publisher = try NATSPublisher(connection)
        let before = try last(cluster.proposedVersion)
        let size = connection.maximumPayload / 2
        // Each proposal has its own subjects, so that parts of an interrupted one are never read.
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        let starts = stride(from: 0, to: bundle.bytes.count, by: size)
        for start in starts {
            let part = Array(bundle.bytes[start..<min(start + size, bundle.bytes.count)])
            let message = NATSPublisher.Message(cluster.bundle(id), headers: [], data: part)
            if let error = try publisher.publish([message], timeout: Self.timeout)[0] {
                throw error
            }
        }
        let value: Value = [
            "hash": .string(bundle.hash), "id": .string(id),
            "bytes": .integer(Int64(bundle.bytes.count)),
        ]
        try append(value, to: cluster.proposedVersion, after: before?.sequence ?? 0, publisher)
        guard let entry = try proposed(), entry.version.hash == bundle.hash else {
            throw Self.overtaken
        }
        return entry
    }

    /// Activates a proposed version.
    ///
    /// - Throws: `cluster.deploy` if a newer one was activated.
    package func activate(_ entry: Entry, order: String?) throws(PeriluneError) {
        let before = try last(cluster.activeVersion)
        if let active = Entry(before, isActive: true), active.version.number > entry.version.number
        {
            throw Self.overtaken
        }
        let value: Value = [
            "version": .integer(Int64(entry.version.number)),
            "hash": .string(entry.version.hash), "id": .string(entry.id),
            "bytes": .integer(Int64(entry.bytes)), "order": order.map { .string($0) } ?? .null,
        ]
        try append(
            value, to: cluster.activeVersion, after: before?.sequence ?? 0,
            try NATSPublisher(connection))
    }

    /// The bundle of a version.
    ///
    /// - Throws: `cluster.bundle` if the stream does not have it any more.
    package func bundle(of entry: Entry) throws(PeriluneError) -> RuleBundle {
        let parts = try NATSStreams(connection).read(
            stream: cluster.versions, subject: cluster.bundle(entry.id), from: 1)
        var bytes: [UInt8] = []
        let end = ContinuousClock.now + Self.patience
        while bytes.count < min(entry.bytes, RuleBundle.maximumSize), .now < end {
            for part in try parts.fetch(16, milliseconds: 1000) { bytes += part.data }
        }
        let bundle = try RuleBundle(bytes)
        guard bundle.hash == entry.version.hash else {
            throw PeriluneError(
                "cluster.bundle", "the bundle of version \(entry.version) is incomplete",
                hint: "deploy the rules again")
        }
        return bundle
    }

    private func append(
        _ value: Value, to subject: String, after sequence: UInt64, _ publisher: NATSPublisher
    ) throws(PeriluneError) {
        let message = NATSPublisher.Message(subject, headers: [], data: Array(value.json.utf8))
        do throws(PeriluneError) {
            _ = try publisher.append(message, after: sequence, timeout: Self.timeout)
        } catch {
            throw error.code == "nats.sequence" ? Self.overtaken : error
        }
    }

    private static var overtaken: PeriluneError {
        PeriluneError(
            "cluster.deploy", "another version was deployed at the same time",
            hint: "run 'perilune cluster status', and deploy again if it is not the right one")
    }
}
