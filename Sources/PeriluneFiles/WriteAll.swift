import Glibc

/// Writes all bytes to a descriptor; returns false, with the error in `errno`, if that fails.
package func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.write(
                file, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
        }
        if count <= 0 { return false }
        start += count
    }
    return true
}
