/// Makes the record sinks of outputs: `outputs = { orders = { sink = "sqlite", file = "orders.db" } }`.
///
/// ```swift
/// struct Queues: RecordSinkFactory {
///     let name = "queue"
///     let summary = "a queue of the message broker"
///
///     func sink(named output: String, _ options: SinkOptions) throws(PeriluneError) -> any RecordSink {
///         QueueSink(name: output, queue: options.values["queue"]?.string ?? output)
///     }
/// }
/// ```
///
/// A plugin adds it with ``Registry/add(_:)-(RecordSinkFactory)``.
public protocol RecordSinkFactory: Sendable {
    /// The name that outputs write as `sink`, in kebab case.
    var name: String { get }
    /// What the sinks write to: `a table of an SQLite database`.
    var summary: String { get }
    /// Makes the sink of an output.
    ///
    /// Also called when a configuration is only checked, so it must not open files or connections: the sink does so
    /// when its first batch arrives.
    ///
    /// - Parameters:
    ///   - output: The name of the output, which becomes the name of the sink.
    ///   - options: What the output says besides the name of the factory.
    /// - Returns: The sink.
    /// - Throws: An error if an option is unknown or invalid.
    func sink(named output: String, _ options: SinkOptions) throws(PeriluneError) -> any RecordSink
    /// The file that a sink with these options writes and no other output may write, or a pattern (glob) of its files;
    /// by default, none.
    func ownFile(_ options: SinkOptions) -> String?
}

extension RecordSinkFactory {
    /// Returns `nil`: the sink writes no file.
    public func ownFile(_ options: SinkOptions) -> String? { nil }
}

/// The options of an output for its sink.
public struct SinkOptions: Sendable, Hashable {
    /// The options, an object; empty if there are none.
    public var values: Value
    /// Whether the sink gets the records of all events instead of emitted values.
    public var getsRecords: Bool
    /// The folder to which file names in the options are relative, with its `/`; empty for the working directory.
    public var folder: String
    /// Where the output is configured, for errors.
    public var place: PeriluneError.Place
    /// Patterns (glob) of the inputs, the store and the other outputs, which the sink must not write.
    package var inputs: [String] = []

    /// Makes options.
    public init(
        _ values: Value = .object(.init()), getsRecords: Bool = false, folder: String = "",
        place: PeriluneError.Place = .init()
    ) {
        self.place = place
        self.values = values
        self.getsRecords = getsRecords
        self.folder = folder
    }

    /// Whether there are no options, so that the name may also be that of a plugin's own sink.
    package var isEmpty: Bool { values.object?.pairs.isEmpty == true && !getsRecords }
}
