/// Where scripts keep their state between events and between runs.
///
/// State is bytes under a script and a key. What an event changed and how far the input was
/// read are saved in one step, so that a run that is cut off goes on without losing or
/// repeating anything.
public protocol StateStore: Sendable {
    /// The bytes that were saved last, or nil.
    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]?

    /// Saves all changes and the position, or, when it throws, none of them.
    func save(_ changes: [StateChange], position: InputPosition?) throws(PeriluneError)

    /// How far a log was read when its position was saved last.
    func position(of log: String) throws(PeriluneError) -> InputPosition?
}

extension StateStore {
    /// Saves all changes or, when it throws, none of them.
    public func save(_ changes: [StateChange]) throws(PeriluneError) {
        try save(changes, position: nil)
    }
}

/// One value to keep or to forget.
public struct StateChange: Hashable, Sendable {
    /// The script that the state belongs to.
    public var script: String
    /// The key of the events that share the state.
    public var key: String
    /// The new bytes; nil removes the key.
    public var value: [UInt8]?

    /// Makes a change.
    public init(script: String, key: String, value: [UInt8]?) {
        self.script = script
        self.key = key
        self.value = value
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
