internal import Synchronization

/// Objects that the other side knows by number.
final class Subjects<Object: Sendable>: Sendable {
    private let table = Mutex<(last: UInt64, objects: [UInt64: Object])>((0, [:]))

    func add(_ object: Object) -> UInt64 {
        table.withLock { table in
            table.last += 1
            table.objects[table.last] = object
            return table.last
        }
    }

    /// Adds an object under a number that the other side gave: also one that removes itself, however soon.
    func add(as number: UInt64, _ make: () -> Object) {
        table.withLock { $0.objects[number] = make() }
    }

    subscript(number: UInt64) -> Object? { table.withLock { $0.objects[number] } }

    @discardableResult
    func remove(_ number: UInt64) -> Object? {
        table.withLock { $0.objects.removeValue(forKey: number) }
    }
}
