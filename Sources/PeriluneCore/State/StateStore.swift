/// Stores the state of scripts between events and between runs.
///
/// State is bytes under a script and a key. The changes of an event and the position of the input are saved in one
/// transaction, so that an interrupted run continues without losing or repeating anything.
public protocol StateStore: Sendable {
    /// The bytes that were saved last, or nil if there are none.
    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]?

    /// The values whose keys begin with a prefix, in the order of the bytes of their keys.
    ///
    /// Members of a large table are values of their own, `KEY␟TABLE␟MEMBER` with U+001F between the parts.
    ///
    /// - Parameters:
    ///   - script: The script that the state belongs to.
    ///   - prefix: The beginning of the keys.
    ///   - after: The key after which the values begin; nil for the first value.
    ///   - limit: The maximum number of values to return.
    /// - Returns: The values; fewer than `limit` if there are no more.
    /// - Throws: An error if the store cannot be read or does not support this.
    func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue]

    /// Saves all changes and the position in one transaction; if it throws, nothing is saved.
    func save(_ changes: [StateChange], position: InputPosition?) throws(PeriluneError)

    /// The position of a log that was saved last; nil if there is none.
    func position(of log: String) throws(PeriluneError) -> InputPosition?
}

extension StateStore {
    /// Throws `state.values`; for stores that only support single values.
    public func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        throw PeriluneError(
            "state.values", "this store cannot list the members of a large table of state")
    }

    /// Saves all changes in one transaction; if it throws, nothing is saved.
    public func save(_ changes: [StateChange]) throws(PeriluneError) {
        try save(changes, position: nil)
    }
}

/// A change of one value.
public struct StateChange: Hashable, Sendable {
    /// The script that the state belongs to.
    public var script: String
    /// The key of the events that share the state.
    public var key: String
    /// The new bytes; nil removes the key.
    ///
    /// If the key ends with U+001F, nil removes all keys that begin with it.
    public var value: [UInt8]?
    /// When the value expires; nil for never.
    public var expiry: StateExpiry?

    /// Makes a change.
    public init(script: String, key: String, value: [UInt8]?, expiry: StateExpiry? = nil) {
        self.script = script
        self.key = key
        self.value = value
        self.expiry = expiry
    }

    /// Whether the change removes all keys with a prefix.
    package var removesPrefix: Bool { value == nil && key.utf8.last == StateKey.separator }
}

/// A value with its key.
public struct StateValue: Hashable, Sendable {
    /// The key of the events that share the state, and the member of a table.
    public var key: String
    /// The bytes that were saved last.
    public var value: [UInt8]

    /// Makes a value.
    public init(key: String, value: [UInt8]) {
        self.key = key
        self.value = value
    }
}

/// How long a value is kept, in event time.
///
/// A store may remove the value when event time is later than its last change by twice the lifetime. Therefore events
/// that are late by less than the lifetime still find it.
public struct StateExpiry: Hashable, Sendable {
    /// The time of the event that changed it, in milliseconds since 1970.
    public var changed: Int64
    /// The lifetime, in milliseconds.
    public var lifetime: Int64

    /// Makes an expiry.
    public init(changed: Int64, lifetime: Int64) {
        self.changed = changed
        self.lifetime = lifetime
    }

    /// The time from which the value may be removed, in milliseconds since 1970.
    package var removal: Int64 {
        let (time, overflow) = changed.addingReportingOverflow(2 * lifetime)
        return overflow ? .max : time
    }
}

/// The place in a log where the next line to read begins.
public struct InputPosition: Hashable, Sendable {
    /// The log as the user named it.
    public var log: String
    /// Bytes of the uncompressed log before the line.
    public var offset: Int
    /// The number of the line, from 1.
    public var line: Int

    /// Makes a position.
    public init(log: String, offset: Int, line: Int) {
        self.log = log
        self.offset = offset
        self.line = line
    }
}
