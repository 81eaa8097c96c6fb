import Arguments
import SinksPlugin

/// The format in which `process` writes emitted values.
enum OutputFormat {
    /// Reads `--output-format` and `--columns`.
    static func chosen(_ values: Values) throws(UsageError) -> RowFormat {
        let name = RowFormat.Name(rawValue: values.string("output-format") ?? "") ?? .json
        let columns = (values.string("columns") ?? "").split(separator: ",").map { String($0) }
        guard name.needsColumns == !columns.isEmpty else {
            throw wrong(
                columns.isEmpty
                    ? "--output-format csv needs --columns, such as --columns id,user=data.user"
                    : "--columns needs --output-format csv")
        }
        var names: Set<String> = []
        for column in columns {
            let name = String(column.prefix { $0 != "=" })
            guard !name.isEmpty, names.insert(name).inserted else {
                throw wrong("--columns has a column without a name, or the same one twice")
            }
        }
        // 'quarantine retry' appends to the outputs of a store, as JSON.
        guard name == .json || values.string("store") == nil else {
            throw wrong(
                "--output-format cannot be used with --store; write to a sink: --to 'NAME=sink:files {\"file\":\"out.csv\",\"format\":\"csv\",\"columns\":[\"id\"]}'"
            )
        }
        return RowFormat(name, columns: columns)
    }

    private static func wrong(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune process")
    }
}
