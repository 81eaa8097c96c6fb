import CPeriluneLoading
import CZstd
import PeriluneCore

/// The decompressed bytes of all frames in a zstd file.
final class ZstdStream: Decompressor {
    /// `ZSTD_error_frameParameter_windowTooLarge`; error numbers are stable since zstd 1.3.1.
    private static let windowTooLarge = 16

    private let input: CompressedInputBuffer
    private let context: OpaquePointer
    private let maximumWindowLog: Int
    private var isBetweenFrames = false
    /// Whether the last call filled the whole output, so that the decoder may hold more.
    private var holdsMore = false
    var failure: PeriluneError?

    init(file: InputFile, maximumWindowLog: Int) throws(PeriluneError) {
        if let problem = perilune_load_zstd() {
            throw PeriluneError(
                .logRead, "zstd cannot be loaded: \(String(cString: problem))",
                at: .init(file: file.name), hint: "install the package libzstd1")
        }
        guard let context = ZSTD_createDCtx() else {
            throw PeriluneError(
                .logRead, "out of memory while decompressing", at: .init(file: file.name))
        }
        self.context = context
        self.maximumWindowLog = maximumWindowLog
        input = CompressedInputBuffer(file: file)
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(maximumWindowLog))
    }

    deinit { ZSTD_freeDCtx(context) }

    var isReady: Bool { holdsMore || !input.isEmpty || input.file.isReady }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        return try decode(output.size) {
            output.pos
        } step: { () throws(PeriluneError) in
            try step(&output)
        }
    }

    /// Decodes the next input; false at the end of the file.
    private func step(_ output: inout ZSTD_outBuffer) throws(PeriluneError) -> Bool {
        if input.isEmpty, !holdsMore, !(try input.refill()) {
            guard isBetweenFrames else { throw input.truncatedError() }
            return false
        }
        let bytes = input.bytes
        var source = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        let result = ZSTD_decompressStream(context, &output, &source)
        input.consume(source.pos)
        guard ZSTD_isError(result) == 0 else { throw error(result) }
        isBetweenFrames = result == 0
        holdsMore = !isBetweenFrames && output.pos == output.size
        return true
    }

    private func error(_ result: Int) -> PeriluneError {
        guard -result != Self.windowTooLarge else {
            return input.corruptError(
                "the zstd data needs a window of more than 2^\(maximumWindowLog) bytes",
                hint: "decompress it first: zstd -d --long=31 -c FILE")
        }
        return input.corruptError(
            "the zstd data is corrupt: \(String(cString: ZSTD_getErrorName(result)))")
    }
}
