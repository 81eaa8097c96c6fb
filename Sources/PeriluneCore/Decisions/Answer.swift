/// The record of one event, with the values that rules emitted for it.
public struct Answer: Sendable, Hashable {
    /// The record of the event.
    public let record: Record
    /// The records of the events that it published, in the order in which they were processed.
    public let published: [Record]
    /// The values that were emitted for the event and for those that it published, in order.
    public let emissions: [Emission]

    /// Makes an answer.
    package init(record: Record, published: [Record], emissions: [Emission]) {
        self.record = record
        self.published = published
        self.emissions = emissions
    }

    /// How the event ended.
    public var outcome: Outcome { record.outcome }

    /// The values that were emitted to an output, JSON each.
    ///
    /// - Parameter output: The name of the output; `nil` for the output without a name.
    /// - Returns: The values in order.
    public func json(from output: String? = nil) -> [[UInt8]] {
        emissions.filter { $0.output == output }.map(\.json)
    }

    /// The same answer, unless a delegate failed.
    ///
    /// - Throws: The error of the record.
    package func checked() throws(PeriluneError) -> Answer {
        if let error = record.error { throw error }
        return self
    }
}
