import CPeriluneLoading
import CZlib
import PeriluneCore

/// The decompressed bytes of all members in a gzip file.
final class GzipStream: Decompressor {
    private let input: CompressedInputBuffer
    // zlib stores the address of its stream, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isBetweenMembers = false
    var failure: PeriluneError?

    init(file: InputFile) throws(PeriluneError) {
        if let problem = perilune_load_zlib() {
            throw PeriluneError(
                .logRead, "zlib cannot be loaded: \(String(cString: problem))",
                at: .init(file: file.name), hint: "install the package zlib1g")
        }
        input = CompressedInputBuffer(file: file)
        stream.initialize(to: z_stream())
        // 15 is the largest window; adding 16 selects the gzip header and its checksum.
        let status = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            throw PeriluneError(
                .logRead, "out of memory while decompressing", at: .init(file: file.name))
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    var isReady: Bool { !input.isEmpty || input.file.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(buffer.count)
        return try decode(buffer.count) {
            buffer.count - Int(stream.pointee.avail_out)
        } step: { () throws(PeriluneError) in
            try step()
        }
    }

    /// Decodes the next input; false at the end of the file.
    private func step() throws(PeriluneError) -> Bool {
        if input.isEmpty, !(try input.refill()) {
            guard isBetweenMembers else { throw input.truncatedError() }
            return false
        }
        if isBetweenMembers {
            // Tapes and block devices pad the file with zeros.
            input.consume(input.bytes.prefix { $0 == 0 }.count)
            guard let first = input.bytes.first else { return true }
            guard first == 0x1F else {
                throw input.corruptError("unexpected bytes after the end of the gzip data")
            }
            inflateReset(stream)
            isBetweenMembers = false
        }
        let bytes = input.bytes
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        let status = inflate(stream, Z_NO_FLUSH)
        input.consume(bytes.count - Int(stream.pointee.avail_in))
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isBetweenMembers = true
        default:
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "code \(status)"
            throw input.corruptError("the gzip data is corrupt: \(reason)")
        }
        return true
    }
}
