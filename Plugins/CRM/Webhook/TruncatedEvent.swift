import PeriluneCore
import PeriluneJSON

/// The event of a payload that was too large to be sent whole: the record's attributes are missing.
struct TruncatedEvent {
    /// The table of the record that the event lacks.
    let entity: String
    /// The record's identity.
    let id: GUID
    private let json: [UInt8]

    /// Fails for an event that is whole, or that tells no record.
    init?(_ json: [UInt8]) {
        let document = JSONDocument()
        guard (try? document.read(json)) != nil,
            let data = document.member("data", of: document.root),
            document.member("truncated", of: data) != nil,
            let entity = document.member("entity", of: data).flatMap({ document.string($0) }),
            let id = document.member("id", of: data).flatMap({ document.string($0) }),
            let id = GUID(id), id != .zero
        else { return nil }
        self.entity = entity
        self.id = id
        self.json = json
    }

    /// The attributes of a record, in the form of an event's target.
    static func target(_ record: Entity) throws(PeriluneError) -> Value {
        var attributes = DataContractWriter()
        attributes.write(pairs: record.attributes)
        let pairs = JSONDocument()
        try pairs.read(attributes.bytes)
        let target = EventBuilder()
        target.beginEvent()
        var writer = PlainValueWriter(pairs, target, PlainValueWriter.Names())
        try writer.writeMembers(of: pairs.root)
        target.endObject()
        return try Value(json: target.bytes)
    }

    /// The event with this target, every other byte as it was.
    ///
    /// `data.truncated` stays, for the record is as it is now and not as the operation left it: a reader
    /// that minds can see the difference.
    func completed(_ target: Value) throws(PeriluneError) -> [UInt8] {
        let document = try document()
        guard let data = document.member("data", of: document.root),
            let old = document.member("target", of: data)
        else { return json }
        let range = document.range(of: old)
        return json[..<range.lowerBound] + Array(target.json.utf8) + json[range.upperBound...]
    }

    /// The event with the reason for which it stays as it is, as `data.incomplete`.
    func incomplete(_ error: PeriluneError) throws(PeriluneError) -> [UInt8] {
        let document = try document()
        guard let data = document.member("data", of: document.root) else { return json }
        let start = document.range(of: data).lowerBound + 1
        let reason = Value.string("\(error.code.rawValue): \(error.message)").json
        return json[..<start] + Array(#""incomplete":\#(reason),"#.utf8) + json[start...]
    }

    private func document() throws(PeriluneError) -> JSONDocument {
        let document = JSONDocument()
        try document.read(json)
        return document
    }
}
