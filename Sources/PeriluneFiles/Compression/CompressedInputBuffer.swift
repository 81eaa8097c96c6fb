import PeriluneCore

/// A decompressor, which decodes its input step by step.
protocol Decompressor: ByteStream {
    /// The error that ended decoding; thrown after all bytes decoded before it were returned.
    var failure: PeriluneError? { get set }
}

extension Decompressor {
    /// Decodes until the buffer is full, or until reading more would wait for a pipe.
    ///
    /// - Parameters:
    ///   - size: The size of the buffer.
    ///   - produced: The number of bytes in the buffer.
    ///   - step: Decodes the next input; false at the end.
    /// - Returns: The number of bytes in the buffer; 0 at the end.
    /// - Throws: The error that ended the decoding, if nothing was decoded before it.
    func decode(
        _ size: Int, produced: () -> Int, step: () throws(PeriluneError) -> Bool
    ) throws(PeriluneError) -> Int {
        while failure == nil, produced() < size {
            if produced() > 0, !isReady { break }
            do throws(PeriluneError) {
                guard try step() else { break }
            } catch {
                failure = error
            }
        }
        if produced() == 0, let failure { throw failure }
        return produced()
    }
}

/// Buffers compressed input for a decompressor.
final class CompressedInputBuffer {
    let file: InputFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 128 << 10, alignment: 64)
    private var unread = 0..<0

    init(file: InputFile) { self.file = file }

    deinit { buffer.deallocate() }

    var isEmpty: Bool { unread.isEmpty }

    /// The unread bytes; valid until the next `refill`.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[unread]) }

    /// The number of consumed bytes of the file.
    var consumed: Int { file.bytesRead - unread.count }

    func consume(_ count: Int) { unread = unread.lowerBound + count..<unread.upperBound }

    /// Reads more after everything was consumed; returns false at the end of the file.
    func refill() throws(PeriluneError) -> Bool {
        unread = 0..<(try file.read(into: buffer))
        return !unread.isEmpty
    }

    func truncatedError() -> PeriluneError {
        PeriluneError(
            .logTruncated, "the compressed data is truncated", at: .init(file: file.name),
            hint: "copy or download the file again; "
                + "if it is still being written, process it when it is complete")
    }

    func corruptError(_ message: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            .logCorrupt, "\(message) (at byte \(consumed) of the compressed file)",
            at: .init(file: file.name), hint: hint)
    }
}
