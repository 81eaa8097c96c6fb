internal import CPeriluneJSON
import PeriluneCore

/// A growing buffer that Swift and the bridges append to without copying.
package final class JSONBuffer: EmissionBuffer {
    private let buffer = UnsafeMutablePointer<cpj_buffer>.allocate(capacity: 1)

    package init() { buffer.initialize(to: cpj_buffer()) }

    deinit {
        cpj_buffer_free(buffer)
        buffer.deallocate()
    }

    /// The `cpj_buffer`, for the bridge to Lua.
    package var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(buffer) }

    /// The number of bytes.
    package var count: Int { buffer.pointee.count }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Appends bytes.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        cpj_put(buffer, bytes.baseAddress, bytes.count)
    }

    /// Removes all bytes beyond `count`.
    package func truncate(to count: Int) {
        buffer.pointee.count = min(count, buffer.pointee.count)
    }

    /// Calls `body` with the content.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(
            UnsafeRawBufferPointer(start: buffer.pointee.bytes, count: buffer.pointee.count))
    }
}
