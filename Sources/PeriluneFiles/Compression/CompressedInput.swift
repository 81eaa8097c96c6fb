import PeriluneCore

/// A decompressor, which decodes its input step by step.
protocol Decompressor: ByteStream {
    /// What ended the decoding; what was decoded before is given first.
    var failure: PeriluneError? { get set }
}

extension Decompressor {
    /// Decodes until a buffer is full, or more would have to wait for whoever writes a pipe.
    ///
    /// - Parameters:
    ///   - size: The size of the buffer.
    ///   - produced: How much of it is filled.
    ///   - step: Decodes the next input; false at the end.
    /// - Returns: How much of the buffer is filled; 0 at the end.
    /// - Throws: What ended the decoding, if nothing was decoded before.
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

/// The compressed bytes that wait for a decompressor.
final class CompressedInput {
    let file: InputFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 128 << 10, alignment: 64)
    private var waiting = 0..<0

    init(file: InputFile) { self.file = file }

    deinit { buffer.deallocate() }

    var isEmpty: Bool { waiting.isEmpty }

    /// The bytes that wait; valid until the next `refill`.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[waiting]) }

    /// How many bytes of the file were consumed.
    var consumed: Int { file.bytesRead - waiting.count }

    func consume(_ count: Int) { waiting = waiting.lowerBound + count..<waiting.upperBound }

    /// Reads more after everything was consumed; false at the end of the file.
    func refill() throws(PeriluneError) -> Bool {
        waiting = 0..<(try file.read(into: buffer))
        return !waiting.isEmpty
    }

    func truncated() -> PeriluneError {
        PeriluneError(
            .logTruncated, "the compressed data is truncated", at: .init(file: file.name),
            hint: "copy or download the file again; "
                + "if it is still being written, process it when it is complete")
    }

    func corrupt(_ message: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            .logCorrupt, "\(message) (at byte \(consumed) of the compressed file)",
            at: .init(file: file.name), hint: hint)
    }
}
