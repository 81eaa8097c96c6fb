internal import Synchronization

/// No two objects have the same number, of whatever kind: what is released is named by its number alone.
private let last = Atomic<UInt64>(0)

/// Objects that the other side knows by number.
final class Subjects<Object: Sendable>: Sendable {
    private let table = Mutex<[UInt64: Object]>([:])

    func add(_ object: Object) -> UInt64 {
        let number = last.wrappingAdd(1, ordering: .relaxed).newValue
        table.withLock { $0[number] = object }
        return number
    }

    /// Adds an object under a number that the other side gave: also one that removes itself, however soon.
    func add(as number: UInt64, _ make: () -> Object) {
        table.withLock { $0[number] = make() }
    }

    subscript(number: UInt64) -> Object? { table.withLock { $0[number] } }

    @discardableResult
    func remove(_ number: UInt64) -> Object? {
        table.withLock { $0.removeValue(forKey: number) }
    }
}
