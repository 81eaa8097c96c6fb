public import FoundationEssentials
public import Perilune

extension Event {
    /// Makes an event whose data is an encoded value.
    ///
    /// ```swift
    /// let event = try Event(encoding: order, as: "order.placed", source: "shop")
    /// ```
    ///
    /// - Parameters:
    ///   - data: The payload.
    ///   - type: A dotted name.
    ///   - id: Unique for its source; by default, a new UUID.
    ///   - source: Where it comes from; events of one source stay in order.
    ///   - subject: What it is about, within the source.
    ///   - partitionKey: Events of one key stay in order; by default, the source is the key.
    ///   - encoder: Encodes the data; by default, with dates in ISO 8601.
    /// - Throws: The error of the encoder.
    public init(
        encoding data: some Encodable, as type: String, id: String = UUID().uuidString,
        source: String = "host", subject: String? = nil, partitionKey: String? = nil,
        encoder: JSONEncoder? = nil
    ) throws {
        let envelope = EncodedEnvelope(
            id: id, source: source, type: type, subject: subject, partitionkey: partitionKey,
            data: data)
        self.init(json: Array(try (encoder ?? .makeDefault()).encode(envelope)))
    }

    /// Decodes the data of the event.
    ///
    /// - Parameters:
    ///   - type: What the data is.
    ///   - decoder: Decodes it; by default, with dates in ISO 8601.
    /// - Returns: The data.
    /// - Throws: `DecodingError`; its path begins with `data`.
    public func data<Data: Decodable>(
        as type: Data.Type = Data.self, decoder: JSONDecoder? = nil
    ) throws -> Data {
        try (decoder ?? .makeDefault()).decode(DecodedEnvelope<Data>.self, from: .init(json)).data
    }
}

extension EventContent {
    /// Decodes the data of the event.
    ///
    /// - Parameters:
    ///   - type: What the data is.
    ///   - decoder: Decodes it; by default, with dates in ISO 8601.
    /// - Returns: The data.
    /// - Throws: `DecodingError`; its path begins with `data`.
    public func data<Data: Decodable>(
        as type: Data.Type = Data.self, decoder: JSONDecoder? = nil
    ) throws -> Data {
        try Event(json: json).data(as: type, decoder: decoder)
    }
}

extension Value {
    /// Makes a value of one that can be encoded, for `commander.emit` and others.
    ///
    /// - Parameters:
    ///   - value: What to encode.
    ///   - encoder: Encodes it; by default, with dates in ISO 8601.
    /// - Throws: The error of the encoder, or `json.number` for a number that a ``Value`` cannot have.
    public init(encoding value: some Encodable, encoder: JSONEncoder? = nil) throws {
        try self.init(json: Array(try (encoder ?? .makeDefault()).encode(value)))
    }
}

private struct EncodedEnvelope<Data: Encodable>: Encodable {
    let specversion = "1.0"
    let id: String
    let source: String
    let type: String
    let subject: String?
    let partitionkey: String?
    let data: Data
}

private struct DecodedEnvelope<Data: Decodable>: Decodable {
    let data: Data
}

extension JSONEncoder {
    static func makeDefault() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}

extension JSONDecoder {
    static func makeDefault() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
