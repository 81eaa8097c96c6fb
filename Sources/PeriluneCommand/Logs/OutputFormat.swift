import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

/// The format in which `process` writes emitted values.
enum OutputFormat {
    /// Reads `--output-format` and `--columns`.
    static func chosen(_ values: Values) throws(UsageError) -> RowFormat {
        let name = RowFormat.Name(rawValue: values.string("output-format") ?? "") ?? .json
        let columns = columns(values.string("columns"))
        guard name.needsColumns == !columns.isEmpty else {
            throw formatError(
                columns.isEmpty
                    ? "--output-format csv needs --columns, such as --columns id,user=data.user"
                    : "--columns needs --output-format csv")
        }
        var names: Set<String> = []
        for column in columns {
            let name = String(column.prefix { $0 != "=" })
            guard !name.isEmpty, names.insert(name).inserted else {
                throw formatError("--columns has a column without a name, or the same one twice")
            }
        }
        return RowFormat(name, columns: columns)
    }

    /// The format in which the run of a store wrote an output; JSON if it did not write it.
    static func written(to output: String, by run: [String: String]) -> RowFormat {
        guard let options = run["options"].flatMap({ try? Value(json: Array($0.utf8)) }),
            options["output"]?.string == output,
            let name = options["output-format"]?.string.flatMap(RowFormat.Name.init)
        else { return .json }
        return RowFormat(name, columns: columns(options["columns"]?.string))
    }

    private static func columns(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { String($0) }
    }

    private static func formatError(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune process")
    }
}
