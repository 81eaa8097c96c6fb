package import PeriluneCore

extension Table {
    /// A row as an object, its columns in order.
    package func row(_ row: Int) -> Value {
        .object(.init(columns.map { ($0.name, $0[row].value) }))
    }
}
