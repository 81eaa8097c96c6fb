public import FoundationEssentials
public import Perilune

extension Host {
    /// Decides an event whose data is an encoded value, and returns the record with the emitted values.
    ///
    /// ```swift
    /// let answer = try await host.decide(order, as: "order.placed")
    /// let discounts = try answer.values(of: Discount.self)
    /// ```
    ///
    /// To give the event another id, source or key, make it with `Event(encoding:…)`.
    ///
    /// - Parameters:
    ///   - data: The payload.
    ///   - type: The type of the event, a dotted name.
    ///   - encoder: Encodes the payload; by default, with dates in ISO 8601.
    /// - Returns: The record and the emitted values.
    /// - Throws: The error of the encoder; `CancellationError`; an error of the store. An error of a rule is in the
    ///   record, and is not thrown.
    public nonisolated(nonsending) func decide(
        _ data: some Encodable, as type: String, encoder: JSONEncoder? = nil
    ) async throws -> Answer {
        try await decide(try Event(encoding: data, as: type, encoder: encoder))
    }
}

extension Answer {
    /// Decodes the values that were emitted to an output.
    ///
    /// - Parameters:
    ///   - type: What they are.
    ///   - output: The name of the output; `nil` for the output without a name.
    ///   - decoder: Decodes them; by default, with dates in ISO 8601.
    /// - Returns: The values in order.
    /// - Throws: `DecodingError` for the first value that is something else.
    public func values<Output: Decodable>(
        of type: Output.Type = Output.self, from output: String? = nil,
        decoder: JSONDecoder? = nil
    ) throws -> [Output] {
        let decoder = decoder ?? .makeDefault()
        return try json(from: output).map { try decoder.decode(type, from: .init($0)) }
    }
}
