import CPeriluneLoading
import CZlib
package import PeriluneCore

/// Compresses whole bodies.
package enum Gzip {
    /// Compresses bytes in the gzip format.
    ///
    /// - Throws: An error if zlib cannot be loaded, or has no memory.
    package static func compress(_ bytes: [UInt8]) throws(PeriluneError) -> [UInt8] {
        if let problem = perilune_load_zlib() {
            throw PeriluneError(
                "http.library", "cannot load zlib: \(String(cString: problem))",
                hint: "install the package zlib1g")
        }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let level = Z_DEFAULT_COMPRESSION
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
                == Z_OK
        else { throw PeriluneError("http.body", "out of memory while compressing") }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else {
            throw PeriluneError("http.body", "cannot compress the body")
        }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
