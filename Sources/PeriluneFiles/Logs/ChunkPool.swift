import Synchronization

/// Keeps buffers for the next chunk, because fresh memory costs a page fault for each 4 KiB.
final class ChunkPool: Sendable {
    /// The maximum number of buffers; more chunks than this are seldom in use.
    private static let most = 16

    /// The size of the buffers that are kept; buffers of other sizes are freed.
    let size: Int
    private let kept = Mutex<[[UInt8]]>([])

    init(size: Int) { self.size = size }

    func makeBuffer(atLeast count: Int) -> [UInt8] {
        if count <= size, let buffer = kept.withLock({ $0.popLast() }) { return buffer }
        return [UInt8](repeating: 0, count: max(count, size))
    }

    fileprivate func recycle(_ buffer: [UInt8]) {
        guard buffer.count == size else { return }
        kept.withLock { if $0.count < Self.most { $0.append(buffer) } }
    }
}

/// The memory of a chunk, which returns to the pool with the last reference to the chunk.
///
/// If the array is still referenced elsewhere, the next use of the buffer copies it.
final class ChunkStorage: Sendable {
    let bytes: [UInt8]
    private let pool: ChunkPool

    init(bytes: [UInt8], pool: ChunkPool) {
        self.bytes = bytes
        self.pool = pool
    }

    deinit { pool.recycle(bytes) }
}
