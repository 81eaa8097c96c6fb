/// Computes the widths of the columns of a table.
package enum ColumnWidths {
    /// The widths that a column can do with.
    package struct Request: Sendable, Hashable {
        /// The width that shows the whole content.
        package var natural: Double
        /// The minimum width at which the content is legible.
        package var least: Double
        /// Whether it makes use of room that is left.
        package var grows: Bool

        package init(natural: Double, least: Double, grows: Bool = false) {
            self.natural = max(natural, least)
            self.least = least
            self.grows = grows
        }
    }

    /// Shares out the room.
    ///
    /// - Returns: One width for each column from the first on; fewer than requests where the least of all
    ///   does not fit, and at least one.
    package static func distribute(_ requests: [Request], available: Double) -> [Double] {
        var count = requests.count
        var least = requests.reduce(0) { $0 + $1.least }
        while count > 1, least > available {
            count -= 1
            least -= requests[count].least
        }
        let shown = requests.prefix(count)
        let natural = shown.reduce(0) { $0 + $1.natural }
        if natural <= available { return widened(shown, by: available - natural) }
        if least > available { return shown.map { _ in available } }
        return narrowed(shown, available: available)
    }

    /// Narrows wide columns first, by a common maximum width that is as large as possible.
    private static func narrowed(_ shown: ArraySlice<Request>, available: Double) -> [Double] {
        func widths(_ limit: Double) -> [Double] {
            shown.map { max($0.least, min($0.natural, limit)) }
        }
        var low = 0.0
        var high = shown.reduce(0) { max($0, $1.natural) }
        for _ in 0..<48 {
            let limit = (low + high) / 2
            if widths(limit).reduce(0, +) <= available { low = limit } else { high = limit }
        }
        return widths(low)
    }

    /// Distributes spare room to the columns that can grow, none to more than twice its need, and the rest evenly to
    /// all columns.
    private static func widened(_ shown: ArraySlice<Request>, by room: Double) -> [Double] {
        var room = room
        var widths = shown.map(\.natural)
        let growing = shown.indices.filter { shown[$0].grows }
        let wanted = growing.reduce(0) { $0 + shown[$1].natural }
        if wanted > 0 {
            let factor = min(1, room / wanted)
            for index in growing {
                widths[index] += shown[index].natural * factor
                room -= shown[index].natural * factor
            }
        }
        guard !widths.isEmpty else { return [] }
        return widths.map { $0 + max(0, room) / Double(shown.count) }
    }
}
