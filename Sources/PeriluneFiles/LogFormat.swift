import PeriluneCore

/// How the bytes of a log are packed.
enum LogFormat {
    case plain, gzip, zstd

    /// The name promises a format and the first bytes have to keep the promise; without one
    /// the bytes alone decide.
    init(of file: InputFile) throws(PeriluneError) {
        let start = try file.peek(4)
        let promised: LogFormat =
            file.name.hasSuffix(".gz") ? .gzip : file.name.hasSuffix(".zst") ? .zstd : .plain
        // Even a file that ends within the mark keeps the promise: it is reported as truncated.
        let isGzip = start.starts(with: [0x1F, 0x8B])
        let isZstd = Self.isZstd(start)
        switch promised {
        case .gzip where isGzip || [0x1F, 0x8B].starts(with: start): self = .gzip
        case .zstd where isZstd || [0x28, 0xB5, 0x2F, 0xFD].starts(with: start): self = .zstd
        case .plain: self = isGzip ? .gzip : isZstd ? .zstd : .plain
        default:
            let format = promised == .gzip ? "gzip" : "zstd"
            throw PeriluneError(
                .logCorrupt, "the name says \(format), but the content is not \(format) data",
                at: .init(file: file.name), hint: "rename the file if it is not compressed")
        }
    }

    /// A frame, or a skippable frame, which carries somebody's own data.
    private static func isZstd(_ start: [UInt8]) -> Bool {
        start.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
            || start.count == 4 && (0x50...0x5F).contains(start[0])
                && start.dropFirst().elementsEqual([0x2A, 0x4D, 0x18])
    }
}
