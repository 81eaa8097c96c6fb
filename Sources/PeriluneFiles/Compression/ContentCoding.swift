import CPeriluneLoading
import CZlib
import CZstd
package import PeriluneCore

/// The compression of a request body, as given in `Content-Encoding`.
package enum ContentCoding: String {
    case gzip
    /// The zlib format; a raw deflate stream, which some senders use, is rejected.
    case deflate
    case zstd

    /// The size up to which a body may grow by any factor.
    private static let harmless = 1 << 20
    /// The maximum factor of growth; JSON compresses to about a tenth, zeros to a thousandth.
    private static let mostGrowth = 100
    /// The maximum window as a power of two: 8 MB, as in RFC 9659.
    private static let longestWindow: Int32 = 23

    /// Parses a `Content-Encoding`; `nil` for none.
    package init?(_ header: String) throws(PeriluneError) {
        switch header.lowercased() {
        case "", "identity": return nil
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "zstd": self = .zstd
        default:
            throw PeriluneError(
                "http.encoding", "the Content-Encoding of the request is not supported",
                hint: "send gzip, deflate, zstd, or a body that is not compressed")
        }
    }

    /// The decompressed body.
    ///
    /// Throws `event.size` if the body exceeds the limit or grows suspiciously, and `http.body` if
    /// it is damaged.
    package func decode(_ body: [UInt8], limit: Int) throws(PeriluneError) -> [UInt8] {
        let most = min(limit, max(Self.harmless, body.count * Self.mostGrowth))
        let result: [UInt8]?
        switch self {
        case .gzip: result = try inflate(body, windowBits: 15 + 16, most: most)
        case .deflate: result = try inflate(body, windowBits: 15, most: most)
        case .zstd: result = try decompress(body, most: most)
        }
        if let result { return result }
        throw PeriluneError(
            "event.size",
            most < limit
                ? "the request body is more than \(Self.mostGrowth) times larger after decompression"
                : "the decompressed request body is larger than \(limit) bytes")
    }

    /// The decompressed body; `nil` if it exceeds the limit.
    private func inflate(
        _ body: [UInt8], windowBits: Int32, most: Int
    ) throws(PeriluneError) -> [UInt8]? {
        if let problem = perilune_load_zlib() { throw unavailable(problem) }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            throw PeriluneError("http.body", "out of memory while decompressing")
        }
        defer { inflateEnd(&stream) }
        var body = body
        return try body.withUnsafeMutableBufferPointer { body throws(PeriluneError) in
            stream.next_in = body.baseAddress
            stream.avail_in = UInt32(body.count)
            return try Self.collect(most) { piece throws(PeriluneError) in
                stream.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_out = UInt32(piece.count)
                let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                let count = piece.count - Int(stream.avail_out)
                switch status {
                case Z_STREAM_END where stream.avail_in == 0: return (count, true)
                case Z_OK where count > 0: return (count, false)
                default: throw damaged
                }
            }
        }
    }

    private func decompress(_ body: [UInt8], most: Int) throws(PeriluneError) -> [UInt8]? {
        if let problem = perilune_load_zstd() { throw unavailable(problem) }
        guard let context = ZSTD_createDCtx() else {
            throw PeriluneError("http.body", "out of memory while decompressing")
        }
        defer { ZSTD_freeDCtx(context) }
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.longestWindow)
        return try body.withUnsafeBufferPointer { body throws(PeriluneError) in
            var input = ZSTD_inBuffer(
                src: UnsafeRawPointer(body.baseAddress), size: body.count, pos: 0)
            return try Self.collect(most) { piece throws(PeriluneError) in
                var output = ZSTD_outBuffer(dst: piece.baseAddress, size: piece.count, pos: 0)
                let left = ZSTD_decompressStream(context, &output, &input)
                let isAtEnd = left == 0 && input.pos == input.size
                guard ZSTD_isError(left) == 0, isAtEnd || output.pos > 0 || input.pos < input.size
                else { throw damaged }
                return (output.pos, isAtEnd)
            }
        }
    }

    /// Joins the output of a decompressor.
    private static func collect(
        _ most: Int,
        _ next: (UnsafeMutableRawBufferPointer) throws(PeriluneError) -> (count: Int, isLast: Bool)
    ) throws(PeriluneError) -> [UInt8]? {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { piece.deallocate() }
        var result: [UInt8] = []
        while true {
            let (count, isLast) = try next(piece)
            guard count <= most - result.count else { return nil }
            result.append(contentsOf: piece[..<count])
            if isLast { return result }
        }
    }

    private var damaged: PeriluneError {
        PeriluneError(
            "http.body", "the request body is not valid \(rawValue)",
            hint: "check Content-Encoding, and whether the body was cut off")
    }

    private func unavailable(_ problem: UnsafePointer<CChar>) -> PeriluneError {
        PeriluneError(
            "http.encoding", "\(rawValue) is not available: \(String(cString: problem))",
            hint: "send a body that is not compressed")
    }
}
