internal import Synchronization

/// The last number; numbers are unique across all kinds of objects, because a release contains only the number.
private let last = Atomic<UInt64>(0)

/// Objects that the other side refers to by number.
final class Subjects<Object: Sendable>: Sendable {
    private let table = Mutex<[UInt64: Object]>([:])

    func add(_ object: Object) -> UInt64 {
        let number = last.wrappingAdd(1, ordering: .relaxed).newValue
        table.withLock { $0[number] = object }
        return number
    }

    /// Adds an object under a number from the other side; the object may remove itself at any time.
    func add(as number: UInt64, _ make: () -> Object) {
        table.withLock { $0[number] = make() }
    }

    subscript(number: UInt64) -> Object? { table.withLock { $0[number] } }

    @discardableResult
    func remove(_ number: UInt64) -> Object? {
        table.withLock { $0.removeValue(forKey: number) }
    }
}
