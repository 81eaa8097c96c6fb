import PeriluneCore

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
