import CBzip2
import CPeriluneLoading
import PeriluneCore

/// The decompressed bytes of all streams in a bzip2 file.
final class Bzip2Stream: Decompressor {
    private let input: CompressedInputBuffer
    // The library stores the address of its stream, so it must not move.
    private let stream = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
    private var isBetweenStreams = false
    /// Whether the decoder may hold more than the last output had space for.
    private var holdsMore = false
    var failure: PeriluneError?

    init(file: InputFile) throws(PeriluneError) {
        if let problem = perilune_load_bzip2() {
            throw PeriluneError(
                .logRead, "bzip2 cannot be loaded: \(String(cString: problem))",
                at: .init(file: file.name), hint: "install the package libbz2-1.0")
        }
        input = CompressedInputBuffer(file: file)
        stream.initialize(to: bz_stream())
        guard BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else {
            throw PeriluneError(
                .logRead, "out of memory while decompressing", at: .init(file: file.name))
        }
    }

    deinit {
        BZ2_bzDecompressEnd(stream)
        stream.deallocate()
    }

    var isReady: Bool { holdsMore || !input.isEmpty || input.file.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        stream.pointee.avail_out = UInt32(buffer.count)
        return try decode(buffer.count) {
            buffer.count - Int(stream.pointee.avail_out)
        } step: { () throws(PeriluneError) in
            try step()
        }
    }

    /// Decodes the next input; false at the end of the file.
    private func step() throws(PeriluneError) -> Bool {
        if input.isEmpty, !holdsMore, !(try input.refill()) {
            guard isBetweenStreams else { throw input.truncatedError() }
            return false
        }
        if isBetweenStreams {
            BZ2_bzDecompressEnd(stream)
            let room = (stream.pointee.next_out, stream.pointee.avail_out)
            stream.pointee = bz_stream()
            (stream.pointee.next_out, stream.pointee.avail_out) = room
            guard BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else {
                throw input.corruptError("out of memory while decompressing")
            }
            isBetweenStreams = false
        }
        let bytes = input.bytes
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        let status = BZ2_bzDecompress(stream)
        input.consume(bytes.count - Int(stream.pointee.avail_in))
        holdsMore = status == BZ_OK && stream.pointee.avail_out == 0
        switch status {
        case BZ_OK: break
        case BZ_STREAM_END: isBetweenStreams = true
        default: throw input.corruptError("the bzip2 data is corrupt: code \(status)")
        }
        return true
    }
}
