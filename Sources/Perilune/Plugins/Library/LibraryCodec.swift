internal import PeriluneCore
internal import PeriluneLibrary

/// A log format in a library.
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
        _ = try library.askCodec(.configureCodec, number, options)
        var codec = self
        codec.options = options
        return codec
    }

    func framing(of start: [UInt8]) -> EntryFraming {
        // Errors are reported when the decoder is created.
        let answer = try? library.ask(.frameLog, number, ["options": options], data: start)
        return answer.flatMap { try? EntryFraming(wireValue: $0.json) } ?? .lines
    }

    func recognizes(_ start: [UInt8]) -> Bool {
        (try? library.ask(.recognizeLog, number, data: start))?.json.bool == true
    }

    func decoder(for log: LogHead) throws(PeriluneError) -> (any EntryDecoder)? {
        _ = try EntryFraming(
            wireValue: library.askCodec(.frameLog, number, ["options": options], data: log.start)
                .json)
        let answer = try library.askCodec(
            .makeDecoder, number, log.wireValue(options), data: log.start)
        return answer.json == .null ? nil : LibraryDecoder(try library.handle(in: answer))
    }
}

/// A decoder in a library.
private final class LibraryDecoder: EntryDecoder {
    private let handle: LoadedLibrary.Handle

    init(_ handle: LoadedLibrary.Handle) { self.handle = handle }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        let answer = try handle.library.askCodec(
            .decode, handle.number,
            ["line": .integer(Int64(place.line)), "offset": .integer(Int64(place.offset))],
            data: unsafe entry.withUnsafeBufferPointer { unsafe Array($0) })
        event = answer.data
    }
}

extension LoadedLibrary {
    /// Calls a codec; its errors name the plugin, because the user may know only the log.
    fileprivate func askCodec(
        _ operation: LibraryOperation, _ subject: UInt64, _ json: Value, data: [UInt8] = []
    ) throws(PeriluneError) -> Message {
        do throws(PeriluneError) {
            return try ask(operation, subject, json, data: data)
        } catch {
            throw error.naming(plugin: description.name)
        }
    }
}
