/// A source that delivers events by itself, from a queue that it polls or a folder that it watches.
///
/// For senders that wait for an answer, use ``HTTPSource``.
public protocol EventSource: Sendable {
    /// Kebab-case, for messages and metrics.
    var name: String { get }
    /// How many messages were lost; `nil`, the default, if they are not counted.
    ///
    /// A message is lost if it is dropped before the source reads it, or not stored when the source stops. If messages
    /// are counted, the host also drops and counts unreadable entries when the quarantine is half full.
    var lost: Int? { get }
    /// Opens what the source reads, before the server says that it is ready; by default, nothing.
    ///
    /// - Returns: What it reads and where, for the message of the server at the start: `syslog on udp:127.0.0.1:5514`.
    /// - Throws: An error that prevents the start of the server.
    func open() throws(PeriluneError) -> String?
    /// The inputs of the source and how far each is read, for monitoring; empty by default.
    var inputs: [SourceInput] { get }
    /// Warnings to print at the start, such as about files that do not exist yet; none by default.
    var warnings: [String] { get }
    /// Paths and patterns (glob) of files that the source reads and no output may write; by default, none.
    var files: [String] { get }
    /// Reads an unreadable entry again when it is retried from the quarantine; by default, returns `nil`.
    ///
    /// - Returns: Its event; `nil` if the entry is not an event.
    /// - Throws: Why it still cannot be read.
    func event(of entry: [UInt8]) throws(PeriluneError) -> Event?
    /// Runs until its task is cancelled.
    ///
    /// - Parameter deliver: Takes events in; it returns when they are stored, so that the source may discard
    ///   them, and throws if the host is full or stops: then the source keeps them and tries again.
    /// - Throws: What ends the source for good.
    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws
    /// The same for a source that delivers several events at once, or recovers from errors by itself; by default, it calls
    /// ``run(_:)``.
    func run(in host: SourceHost) async throws
}

extension EventSource {
    /// Runs with the host's `deliver` alone.
    public func run(in host: SourceHost) async throws {
        try await run { delivery throws(PeriluneError) in try await host.deliver([delivery]) }
    }
}

/// The host of an event source.
public struct SourceHost: Sendable {
    /// Takes deliveries in, all or none, in order; it returns and throws as that of ``EventSource/run(_:)`` does.
    public let deliver: @Sendable ([EventDelivery]) async throws(PeriluneError) -> Void
    /// Logs and counts an error from which the source recovers.
    public let report: @Sendable (PeriluneError) -> Void
    /// Delivers events as `deliver` does, and stores positions in the transaction that accepts them.
    ///
    /// Entries that could not be read are quarantined in that transaction, too.
    public let commit:
        @Sendable ([EventDelivery], [SourcePosition]) async throws(PeriluneError) -> Void
    /// The positions that were stored by this source; empty if the host has no store.
    public let positions: @Sendable () throws(PeriluneError) -> [SourcePosition]
    /// Writes a message to the log of the server.
    public let note: @Sendable (String) -> Void
    /// Throws for a file that the process writes, such as an output: a source that reads it would never end.
    package var checkInput: @Sendable (_ path: String) throws(PeriluneError) -> Void = { _ in }

    /// Creates a host that stores no positions.
    public init(
        deliver: @escaping @Sendable ([EventDelivery]) async throws(PeriluneError) -> Void,
        report: @escaping @Sendable (PeriluneError) -> Void = { _ in }
    ) {
        self.init(
            commit: { (deliveries, _) throws(PeriluneError) in try await deliver(deliveries) },
            report: report)
    }

    /// Makes a host that takes one delivery at a time, as ``EventSource/run(_:)`` does, and stores no positions.
    package init(
        each deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) {
        self.init(deliver: { deliveries throws(PeriluneError) in
            for delivery in deliveries { try await deliver(delivery) }
        })
    }

    /// Makes a host.
    public init(
        commit:
            @escaping @Sendable ([EventDelivery], [SourcePosition])
            async throws(PeriluneError)
            -> Void,
        positions: @escaping @Sendable () throws(PeriluneError) -> [SourcePosition] = { [] },
        report: @escaping @Sendable (PeriluneError) -> Void = { _ in },
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        deliver = { (deliveries) throws(PeriluneError) in try await commit(deliveries, []) }
        self.report = report
        self.commit = commit
        self.positions = positions
        self.note = note
    }
}

/// How far a source has read one of its inputs, as the host stores it.
public struct SourcePosition: Hashable, Sendable {
    /// Unique in the source.
    public var name: String
    /// The position in the form of the source; `nil` removes it from the store.
    public var value: String?

    /// Makes a position.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }
}

/// An input of a source, for monitoring.
public struct SourceInput: Hashable, Sendable {
    /// The name, such as the path of a file.
    public var name: String
    /// Bytes that were read and whose events are stored.
    public var read: Int
    /// Bytes that have not been read yet.
    public var behind: Int

    /// Makes an input.
    public init(_ name: String, read: Int, behind: Int) {
        self.name = name
        self.read = read
        self.behind = behind
    }
}

extension EventSource {
    /// Returns `nil`: losses are not counted.
    public var lost: Int? { nil }
    /// Nothing is monitored.
    public var inputs: [SourceInput] { [] }
    /// There are no warnings.
    public var warnings: [String] { [] }
    /// The source reads no files.
    public var files: [String] { [] }
    /// Opens nothing, and returns `nil`.
    public func open() throws(PeriluneError) -> String? { nil }
    /// Returns `nil`: there are no unreadable entries.
    public func event(of entry: [UInt8]) throws(PeriluneError) -> Event? { nil }
}

/// An entry that a source could not read as an event, for the quarantine.
public struct UnreadableEntry: Sendable, Hashable {
    /// The bytes as they were received.
    public let bytes: [UInt8]
    /// Why it cannot be read.
    public let error: PeriluneError
    /// Whether the bytes are a well-formed event that the host rejected.
    package var isRejectedEvent = false

    /// Makes an entry.
    public init(_ bytes: [UInt8], _ error: PeriluneError) {
        self.bytes = bytes
        self.error = error
    }
}
