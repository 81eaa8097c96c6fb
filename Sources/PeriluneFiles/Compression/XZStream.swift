import CLZMA
import CPeriluneLoading
import PeriluneCore

/// The decompressed bytes of all streams in an xz file.
final class XZStream: Decompressor {
    private let input: CompressedInputBuffer
    private let maximumMemory: UInt64
    // The library stores the address of its stream, so it must not move.
    private let stream = UnsafeMutablePointer<lzma_stream>.allocate(capacity: 1)
    private var isAtEnd = false
    var failure: PeriluneError?

    /// `LZMA_CONCATENATED`: the file may consist of several streams.
    private static let concatenated: UInt32 = 0x08

    init(file: InputFile, maximumWindowLog: Int) throws(PeriluneError) {
        if let problem = perilune_load_lzma() {
            throw PeriluneError(
                .logRead, "liblzma cannot be loaded: \(String(cString: problem))",
                at: .init(file: file.name), hint: "install the package liblzma5")
        }
        input = CompressedInputBuffer(file: file)
        maximumMemory = 2 << UInt64(maximumWindowLog)
        stream.initialize(to: lzma_stream())
        guard lzma_stream_decoder(stream, maximumMemory, Self.concatenated) == LZMA_OK else {
            throw PeriluneError(
                .logRead, "out of memory while decompressing", at: .init(file: file.name))
        }
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
    }

    var isReady: Bool { !input.isEmpty || isAtEnd || input.file.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = buffer.count
        return try decode(buffer.count) {
            buffer.count - stream.pointee.avail_out
        } step: { () throws(PeriluneError) in
            try step()
        }
    }

    /// Decodes the next input; false at the end of the file.
    private func step() throws(PeriluneError) -> Bool {
        if isAtEnd { return false }
        let isEnd = input.isEmpty ? !(try input.refill()) : false
        let bytes = input.bytes
        stream.pointee.next_in = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = bytes.count
        let status = lzma_code(stream, isEnd ? LZMA_FINISH : LZMA_RUN)
        input.consume(bytes.count - stream.pointee.avail_in)
        switch status {
        case LZMA_OK: break
        case LZMA_STREAM_END: isAtEnd = true
        case LZMA_BUF_ERROR where isEnd: throw input.truncatedError()
        case LZMA_MEMLIMIT_ERROR:
            throw input.corruptError(
                "the xz data needs more than \(maximumMemory >> 20) MB of memory",
                hint: "decompress it first: xz -dc FILE")
        default: throw input.corruptError("the xz data is corrupt: code \(status.rawValue)")
        }
        return true
    }
}
