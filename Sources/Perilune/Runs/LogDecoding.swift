internal import PeriluneCore
internal import PeriluneFiles

/// Creates the decoders for one log while its chunks are read.
final class LogDecoding {
    private let codec: any Codec
    private let log: String
    private let source: LogSource
    private let generation: String?
    private var maker: DecoderMaker?

    init(_ codec: any Codec, _ log: String, _ source: LogSource, generation: String? = nil) {
        self.codec = codec
        self.log = log
        self.source = source
        self.generation = generation
    }

    /// The maker of decoders for a chunk that was read.
    func current() -> DecoderMaker {
        if let maker, !source.follows || !isLater(than: maker) { return maker }
        let next = DecoderMaker(
            codec,
            LogHead(
                name: log, start: source.start, modified: try? FilePath.modificationTime(of: log),
                generation: generation))
        maker = next
        return next
    }

    /// Whether a followed log was last written more than an hour later, which matters for entries without a year.
    private func isLater(than maker: DecoderMaker) -> Bool {
        guard let before = maker.head.modified,
            let now = try? FilePath.modificationTime(of: log)
        else { return false }
        return now.microseconds - before.microseconds > 3_600_000_000
    }
}

/// Creates the decoder of each worker for a log.
final class DecoderMaker: Sendable {
    private let codec: any Codec
    let head: LogHead

    init(_ codec: any Codec, _ head: LogHead) {
        self.codec = codec
        self.head = head
    }

    func make() throws(PeriluneError) -> (any EntryDecoder)? { try codec.decoder(for: head) }
}
