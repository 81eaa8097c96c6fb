package import PeriluneCore

/// The codec for `--as auto`, which uses the first codec that recognizes a log.
package struct RecognizingCodec: Codec {
    /// The value of `--as` that selects this codec.
    package static let word = "auto"
    package var name: String { Self.word }
    package let summary = "a known format"
    private let codecs: [any Codec]

    package init(_ codecs: [any Codec]) { self.codecs = codecs }

    /// The framing of the codec that recognizes the start; lines if none does.
    package func framing(of start: [UInt8]) -> EntryFraming {
        Self.codec(of: start, codecs)?.framing(of: start) ?? .lines
    }

    /// Whether one of the codecs recognizes the start of a log.
    package func recognizes(_ start: [UInt8]) -> Bool { Self.codec(of: start, codecs) != nil }

    /// Creates the decoder of the first codec that recognizes the log.
    ///
    /// - Throws: `codec.auto` if none does, with a hint at the likely format.
    package func decoder(for log: LogHead) throws(PeriluneError) -> (any EntryDecoder)? {
        guard let codec = Self.codec(of: log.start, codecs) else {
            throw Self.unrecognized(log.name, log.start, codecs)
        }
        return try codec.decoder(for: log)
    }

    /// The error for a log that no codec recognizes by its first bytes.
    package static func unrecognized(
        _ log: String, _ start: [UInt8], _ codecs: [any Codec]
    ) -> PeriluneError {
        PeriluneError(
            "codec.auto", "the format of the log is not recognized", at: .init(file: log),
            hint: hint(for: start, codecs) ?? "name it with --as; --as lines reads any text")
    }

    /// The hint of a codec for a log that no codec recognizes.
    package static func hint(for start: [UInt8], _ codecs: [any Codec]) -> String? {
        codecs.lazy.compactMap { ($0 as? any HintingCodec)?.hint(for: start) }.first
    }

    /// The first codec that recognizes a log by its first bytes.
    package static func codec(of start: [UInt8], _ codecs: [any Codec]) -> (any Codec)? {
        codecs.first { $0.recognizes(start) }
    }
}
