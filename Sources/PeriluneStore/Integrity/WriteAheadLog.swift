import Glibc
import PeriluneCore

/// The write-ahead log (WAL) beside a store, `FILE-wal`.
///
/// SQLite takes a damaged frame for the end of the log, so transactions that were committed after
/// it would be lost without an error.
enum WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// The problems in the WAL of a store that no process is writing; empty if there is no WAL.
    ///
    /// The last frame can be incomplete after a crash. A frame in the middle cannot, because the
    /// frames after it were written later.
    static func problems(store path: String) throws(PeriluneError) -> [String] {
        let name = "\(path)-wal"
        let file = open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        guard let header = read(file, 0, headerSize) else { return [] }
        let pageSize = Int(header.bigEndian(8))
        guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0,
            [0x377F_0682, 0x377F_0683].contains(header.bigEndian(0))
        else { return ["the header of \(name) is damaged"] }
        let isBigEndian = header.bigEndian(0) & 1 == 1
        var sum = Checksum(isBigEndian: isBigEndian)
        sum.add(header[0..<24])
        guard sum.matches(header, 24) else { return ["the header of \(name) is damaged"] }

        var bad: Int?
        var number = 0
        let frameSize = frameHeaderSize + pageSize
        while let frame = read(file, headerSize + number * frameSize, frameSize) {
            sum.add(frame[0..<8])
            sum.add(frame[frameHeaderSize...])
            let isCurrent = frame[8..<16].elementsEqual(header[16..<24])
            let isValid = isCurrent && sum.matches(frame, 16)
            if isValid, let bad { return ["frame \(bad + 1) of \(name) is damaged"] }
            if !isValid, bad == nil { bad = number }
            // Each checksum continues from that of the previous frame.
            sum = Checksum(frame, 16, isBigEndian: isBigEndian)
            number += 1
        }
        return []
    }

    /// Whether a store on a read-only disk has no WAL, so that its file is complete.
    ///
    /// - Throws: An error if there is a WAL, which SQLite cannot read there because it cannot create the index
    ///   `FILE-shm`.
    static func isMissing(besideReadOnly path: String) throws(PeriluneError) -> Bool {
        var status = stat()
        guard stat("\(path)-wal", &status) == 0, status.st_size > 0 else { return true }
        guard PrivateFile.exists("\(path)-shm") else {
            throw PeriluneError(
                .storePermission,
                "recent changes of the store are in \(path)-wal, which cannot be read on a disk that is mounted read-only",
                at: .init(file: path),
                hint:
                    "copy both files to another folder and name the copy, or mount the disk for writing"
            )
        }
        return false
    }

    private static func read(_ file: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
    }

    /// SQLite's checksum: two sums over pairs of 32-bit words.
    private struct Checksum {
        private var first: UInt32 = 0
        private var second: UInt32 = 0
        private let isBigEndian: Bool

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        init(_ bytes: [UInt8], _ offset: Int, isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
            first = bytes.bigEndian(offset)
            second = bytes.bigEndian(offset + 4)
        }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                    first = first &+ word(bytes, offset) &+ second
                    second = second &+ word(bytes, offset + 4) &+ first
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }

        func matches(_ bytes: [UInt8], _ offset: Int) -> Bool {
            bytes.bigEndian(offset) == first && bytes.bigEndian(offset + 4) == second
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian(_ offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
