import PeriluneCore

/// The compression of a log.
enum LogFormat: String, CaseIterable {
    case plain, gzip, zstd, bzip2, xz

    /// Detects the format from the name, which the first bytes must confirm; without a known extension, from the
    /// first bytes alone.
    init(of file: InputFile) throws(PeriluneError) {
        let start = try file.peek(6)
        let promised = Self.allCases.first { $0.ending.map(file.name.hasSuffix) == true }
        guard let promised else {
            if start.starts(with: Self.archive) {
                throw PeriluneError(
                    .logCorrupt, "the log is a ZIP archive", at: .init(file: file.name),
                    hint: "unzip -p \(file.name) | perilune process -")
            }
            self = Self.allCases.first { $0.begins(start) } ?? .plain
            return
        }
        // A file that ends within the magic number is accepted here, and reported as truncated later.
        guard
            promised.begins(start) || start.starts(with: promised.mark)
                || promised.mark.starts(with: start)
        else {
            throw PeriluneError(
                .logCorrupt,
                "the name says \(promised.rawValue), but the content is not \(promised.rawValue) data",
                at: .init(file: file.name), hint: "rename the file if it is not compressed")
        }
        self = promised
    }

    /// The first bytes of a ZIP archive, which is not supported because it may contain many files.
    private static let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// The extension of such files.
    private var ending: String? {
        switch self {
        case .plain: nil
        case .gzip: ".gz"
        case .zstd: ".zst"
        case .bzip2: ".bz2"
        case .xz: ".xz"
        }
    }

    /// The magic number of such files.
    private var mark: [UInt8] {
        switch self {
        case .plain: []
        case .gzip: [0x1F, 0x8B]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .bzip2: [0x42, 0x5A, 0x68]
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
        }
    }

    func begins(_ start: [UInt8]) -> Bool {
        switch self {
        case .plain: false
        case .zstd: start.starts(with: mark) || Self.isSkippable(start)
        // Requires the digit for the block size, because text may also begin with these letters.
        case .bzip2:
            start.starts(with: mark) && start.count > 4 && (0x31...0x39).contains(start[3])
                && [0x31, 0x17].contains(start[4])
        default: start.starts(with: mark)
        }
    }

    /// A skippable frame of zstd, with application data.
    private static func isSkippable(_ start: [UInt8]) -> Bool {
        start.count >= 4 && (0x50...0x5F).contains(start[0])
            && start[1..<4].elementsEqual([0x2A, 0x4D, 0x18])
    }
}
