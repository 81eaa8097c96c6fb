package import PeriluneCore
import PeriluneFiles

extension Table {
    /// Reads the rows of a CSV file.
    package init(
        csv path: String, query: String, limits: QueryLimits = QueryLimits()
    ) throws(PeriluneError) {
        let bytes = try TextFile.read(path, limit: limits.bytes, what: "file of rows")
        var reader = CSVReader(bytes, file: path)
        self = try reader.table(of: query, limits: limits)
    }
}
