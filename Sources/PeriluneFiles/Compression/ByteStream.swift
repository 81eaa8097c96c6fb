import PeriluneCore

/// Bytes one after another, from a file or out of a decompressor.
protocol ByteStream: AnyObject {
    /// Fills the beginning of the buffer and says how much; 0 is the end.
    ///
    /// What was decoded before an error is given first, and the error with the next call.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int

    /// Whether the next read returns without waiting for the writer of a pipe.
    var isReady: Bool { get }
}
