import PeriluneCore
import PeriluneHTTP

/// Reads messages with a codec.
final class MessageReader {
    private let codec: any Codec
    private let source: String
    private let ids: MessageIDs
    private var decoder: (any EntryDecoder)?
    /// When the decoder was made: times without a year are read by it.
    private var made: Timestamp?

    /// Microseconds after which a new decoder is made.
    private static let age: Int64 = 3_600_000_000

    init(_ codec: any Codec, _ source: String, _ ids: MessageIDs) {
        self.codec = codec
        self.source = source
        self.ids = ids
    }

    /// The events of messages, and the messages that the codec cannot read.
    func delivery(
        of messages: SocketMessages, _ numbers: Range<Int>, at now: Timestamp = .now
    ) -> EventDelivery {
        var delivery = EventDelivery([])
        let first = ids.reserve(numbers.count, at: now)
        for number in numbers {
            let entry = messages.bytes.span.extracting(messages.range(number))
            do throws(PeriluneError) {
                if let problem = messages.problems[number] { throw problem }
                let place = EntryPlace(line: 1, offset: first + number - numbers.lowerBound)
                if let event = try event(entry, place, now) { delivery.events.append(event) }
            } catch {
                delivery.unreadable.append(
                    UnreadableEntry(Array(messages.bytes[messages.range(number)]), error))
            }
        }
        return delivery
    }

    /// The event of a single message.
    func event(of message: [UInt8], at now: Timestamp = .now) throws(PeriluneError) -> Event? {
        try event(message.span, EntryPlace(line: 1, offset: ids.reserve(1, at: now)), now)
    }

    private func event(
        _ entry: Span<UInt8>, _ place: EntryPlace, _ now: Timestamp
    ) throws(PeriluneError) -> Event? {
        if made.map({ now.microseconds - $0.microseconds > Self.age }) != false {
            decoder = try codec.decoder(for: LogHead(name: source, modified: now))
            made = now
        }
        var bytes: [UInt8] = []
        if let decoder {
            bytes.reserveCapacity(entry.count + 256)
            try decoder.decode(entry, at: place, into: &bytes)
        } else {
            // The message is an event already.
            bytes = unsafe entry.withUnsafeBufferPointer { unsafe Array($0) }
        }
        return bytes.isEmpty ? nil : Event(json: bytes)
    }
}
