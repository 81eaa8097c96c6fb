public import PeriluneCore
import PeriluneJSON

extension CRMClient {
    /// Completes an event whose payload was too large to be sent whole: reads the record and puts its
    /// attributes where the target would have been.
    ///
    /// `data.truncated` stays, for the record is as it is now and not as the operation left it: a reader
    /// that minds can see the difference. Any other event comes back as it is.
    public func completing(_ event: Event) async throws(CRMError) -> Event {
        guard let (entity, id) = try TruncatedEvent.record(of: event) else { return event }
        return try TruncatedEvent.complete(event, with: await retrieve(entity, id, .all))
    }
}

/// An event without its target.
private enum TruncatedEvent {
    /// The table and the identity of the record that an event lacks; `nil` for an event that is whole.
    static func record(of event: Event) throws(CRMError) -> (String, GUID)? {
        let document = try read(event.json)
        guard let data = document.member("data", of: document.root),
            document.member("truncated", of: data) != nil,
            let entity = document.member("entity", of: data).flatMap({ document.string($0) }),
            let id = document.member("id", of: data).flatMap({ document.string($0) }),
            let id = GUID(id), id != .zero
        else { return nil }
        return (entity, id)
    }

    /// The same event, every other byte as it was.
    static func complete(_ event: Event, with record: Entity) throws(CRMError) -> Event {
        var attributes = ContractWriter()
        attributes.write(pairs: record.attributes)
        do throws(PeriluneError) {
            let pairs = JSONDocument()
            try pairs.read(attributes.bytes)
            var target = PlainValues(pairs)
            try target.write(map: pairs.root)
            let document = JSONDocument()
            try document.read(event.json)
            let data = document.member("data", of: document.root)
            let old = data.flatMap { document.member("target", of: $0) }
            guard let old else { return event }
            let range = document.range(of: old)
            return Event(
                json: event.json[..<range.lowerBound] + target.bytes
                    + event.json[range.upperBound...])
        } catch {
            throw .failure(error)
        }
    }

    private static func read(_ json: [UInt8]) throws(CRMError) -> JSONDocument {
        do throws(PeriluneError) {
            let document = JSONDocument()
            try document.read(json)
            return document
        } catch {
            throw .failure(error)
        }
    }
}
