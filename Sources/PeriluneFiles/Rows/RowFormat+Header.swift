package import PeriluneCore

extension RowFormat {
    /// Refuses a file whose header has other columns: its rows would not be those of its header.
    package func check(headerOf path: String) throws(PeriluneError) {
        let header = header
        guard !header.isEmpty, let start = TextFile.start(of: path, length: header.count),
            start != header
        else { return }
        throw PeriluneError(
            .outputOption, "the file has other columns than the output", at: .init(file: path),
            hint: "rename the file, or write to another one")
    }
}
