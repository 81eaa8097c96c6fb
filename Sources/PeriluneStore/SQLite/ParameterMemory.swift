/// Memory for the small parameters of a statement, where SQLite reads them until the statement is reset.
final class ParameterMemory {
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)
    private var count = 0

    deinit { bytes.deallocate() }

    /// Copies a parameter, which may be empty; `nil` if there is no space left.
    func copy(_ parameter: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard parameter.count < bytes.count - count else { return nil }
        let copy = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
        copy.copyMemory(from: parameter)
        count += parameter.count
        return copy.baseAddress.map { UnsafeRawPointer($0) }
    }

    /// Frees the memory for the parameters of the next run.
    func removeAll() { count = 0 }
}
