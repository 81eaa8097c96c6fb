package import PeriluneLocale
import Synchronization

/// Converts the times of rows to the time zone of a dashboard: expressions, formats and axes see local times.
///
/// Arguments, which come from values that were drilled into or picked, are converted back. A column in which every
/// time is a midnight has days, which are the same in every zone, and is not converted.
package final class LocalTimes: Sendable {
    let clock: WallClock
    /// The columns that had instants, by name: arguments name a column, not what is in it.
    private let instants = Mutex<Set<String>>([])

    package init(_ clock: WallClock) { self.clock = clock }

    /// A request as a source understands it.
    package func instants(_ request: QueryRequest) -> QueryRequest {
        var request = request
        let instants = instants.withLock { $0 }
        for (key, argument) in request.arguments where instants.contains(argument.column ?? key) {
            request.arguments[key] = argument.moved(by: clock)
        }
        return request
    }

    /// A source's rows as a dashboard shows them.
    package func local(_ table: Table) -> Table {
        var table = table
        for index in table.columns.indices {
            guard case .dates(let dates) = table.columns[index].cells else { continue }
            guard dates.contains(where: { ($0 ?? 0) % DateFunctions.day != 0 }) else { continue }
            table.columns[index].cells = .dates(dates.map { $0.map(clock.local) })
            table.columns[index].instants = dates
            instants.withLock { _ = $0.insert(table.columns[index].name) }
        }
        return table
    }
}

extension QueryArgument {
    fileprivate func moved(by clock: WallClock) -> QueryArgument {
        func moved(_ cell: Cell) -> Cell {
            if case .date(let date) = cell { .date(clock.instant(date)) } else { cell }
        }
        func moved(_ end: Double) -> Double {
            Int64(exactly: end.rounded()).map { Double(clock.instant($0)) } ?? end
        }
        return switch self {
        case .equals(let cell): .equals(moved(cell))
        case .among(let cells, let column): .among(cells.map(moved), column: column)
        case .between(let low, let high, let column):
            .between(moved(low), moved(high), column: column)
        }
    }
}
