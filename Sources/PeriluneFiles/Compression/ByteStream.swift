import PeriluneCore

/// A stream of bytes, from a file or a decompressor.
protocol ByteStream: AnyObject {
    /// Fills the beginning of the buffer; returns the number of bytes, 0 at the end.
    ///
    /// If an error occurs after some bytes, they are returned first, and the next call throws the error.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int

    /// Whether the next read returns without waiting for the writer of a pipe.
    var isReady: Bool { get }
}
