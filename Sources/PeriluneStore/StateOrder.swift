import Glibc
import PeriluneCore

extension [StateChange] {
    /// The last change of each value, in the order of a store's keys.
    ///
    /// A store that is larger than its cache then reads and writes each page once. What removes a table comes after the
    /// changes before it.
    func inOrderOfKeys() -> [StateChange] {
        var ordered: [StateChange] = []
        ordered.reserveCapacity(count)
        for part in split(omittingEmptySubsequences: false, whereSeparator: \.removesPrefix) {
            let places = part.indices.sorted { one, other in
                let order = part[one].order(to: part[other])
                return order < 0 || order == 0 && one < other
            }
            for (number, place) in places.enumerated() {
                let next = number + 1
                if next < places.count, part[places[next]].order(to: part[place]) == 0 { continue }
                ordered.append(part[place])
            }
            if part.endIndex < endIndex { ordered.append(self[part.endIndex]) }
        }
        return ordered
    }
}

extension StateChange {
    fileprivate func order(to other: StateChange) -> Int {
        let order = script.order(to: other.script)
        return order == 0 ? key.order(to: other.key) : order
    }
}

extension String {
    /// The order of the bytes, which is that of a store on disk.
    package func isBefore(_ other: String) -> Bool { order(to: other) < 0 }

    /// Negative where its bytes come before those of another one, 0 where they are the same.
    fileprivate func order(to other: String) -> Int {
        var one = self
        var other = other
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard let first = one.baseAddress, let second = other.baseAddress else {
                    return one.count - other.count
                }
                let order = memcmp(first, second, min(one.count, other.count))
                return order == 0 ? one.count - other.count : Int(order)
            }
        }
    }
}
