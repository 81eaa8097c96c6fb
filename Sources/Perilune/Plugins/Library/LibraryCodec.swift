internal import PeriluneCore
internal import PeriluneLibrary

/// A log format of a library.
struct LibraryCodec: Codec {
    let name: String
    let summary: String
    let library: LoadedLibrary
    let number: UInt64
    private(set) var options = Value.object(.init())

    init(_ described: Description.Named, _ library: LoadedLibrary, _ number: UInt64) {
        name = described.name
        summary = described.summary
        self.library = library
        self.number = number
    }

    func configured(_ options: Value) throws(PeriluneError) -> any Codec {
        _ = try library.ask(.configureCodec, number, options)
        var codec = self
        codec.options = options
        return codec
    }

    func framing(of start: [UInt8]) -> EntryFraming {
        // Errors are reported when the decoder is made.
        let answer = try? library.ask(.frameLog, number, ["options": options], data: start)
        return answer.flatMap { try? EntryFraming(told: $0.json) } ?? .lines
    }

    func recognizes(_ start: [UInt8]) -> Bool {
        (try? library.ask(.recognizeLog, number, data: start))?.json.bool == true
    }

    func decoder(for log: LogHead) throws(PeriluneError) -> (any EntryDecoder)? {
        _ = try EntryFraming(
            told: library.ask(.frameLog, number, ["options": options], data: log.start).json)
        let answer = try library.ask(.makeDecoder, number, log.told(options), data: log.start)
        return answer.json == .null ? nil : LibraryDecoder(try library.handle(in: answer))
    }
}

/// A decoder of a library.
private final class LibraryDecoder: EntryDecoder {
    private let handle: LoadedLibrary.Handle

    init(_ handle: LoadedLibrary.Handle) { self.handle = handle }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        let answer = try handle.library.ask(
            .decode, handle.number,
            ["line": .integer(Int64(place.line)), "offset": .integer(Int64(place.offset))],
            data: unsafe entry.withUnsafeBufferPointer { unsafe Array($0) })
        event = answer.data
    }
}
