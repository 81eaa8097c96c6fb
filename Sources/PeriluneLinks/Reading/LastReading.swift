internal import Glibc

/// Caches the last link of this thread that had to be canonicalized.
///
/// The bus needs the same link several times: for each condition, for its events, and for the default handling.
final class LastReading {
    private var link: [UInt8] = []
    private var reading = LinkReading.invalid(.empty)

    /// The reading of a link, from the cache or from `read`.
    static func reading(
        of link: Span<UInt8>, _ read: (Span<UInt8>) -> LinkReading
    ) -> LinkReading {
        guard let last = LastReading.ofThread else { return read(link) }
        if last.isOf(link) { return last.reading }
        let reading = read(link)
        last.reading = reading
        last.link.removeAll(keepingCapacity: link.count <= 4096)
        for index in link.indices { last.link.append(link[index]) }
        return reading
    }

    private func isOf(_ other: Span<UInt8>) -> Bool {
        guard link.count == other.count else { return false }
        return unsafe link.withUnsafeBytes { link in
            unsafe other.withUnsafeBytes { other in
                guard let link = link.baseAddress, let other = other.baseAddress else {
                    return false
                }
                return unsafe memcmp(link, other, self.link.count) == 0
            }
        }
    }

    /// The cache of this thread; `nil` if the system cannot store one.
    private static var ofThread: LastReading? {
        guard let key else { return nil }
        if let known = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged<LastReading>.fromOpaque(known).takeUnretainedValue()
        }
        let new = LastReading()
        let pointer = unsafe Unmanaged.passRetained(new).toOpaque()
        guard unsafe pthread_setspecific(key, pointer) == 0 else {
            unsafe Unmanaged<LastReading>.fromOpaque(pointer).release()
            return nil
        }
        return new
    }

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key) { pointer in
            guard let pointer = unsafe pointer else { return }
            unsafe Unmanaged<LastReading>.fromOpaque(pointer).release()
        }
        return result == 0 ? key : nil
    }()
}
