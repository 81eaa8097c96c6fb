import Synchronization

/// Keeps buffers for the next chunk, because fresh memory costs a page fault each 4 KiB.
final class ChunkPool: Sendable {
    /// More chunks than this are seldom on their way at once.
    private static let most = 16

    /// The size of the buffers that are kept; others are freed.
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

/// The memory of a chunk; it goes back to the pool with the last copy of the chunk.
///
/// Whoever still holds the array keeps its content: the pool's next user then gets a copy.
final class ChunkStorage: Sendable {
    let bytes: [UInt8]
    private let pool: ChunkPool

    init(bytes: [UInt8], pool: ChunkPool) {
        self.bytes = bytes
        self.pool = pool
    }

    deinit { pool.recycle(bytes) }
}
