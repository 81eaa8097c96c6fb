package import PeriluneCore

extension RowFormat {
    /// Throws if the header of a file has other columns than this format.
    package func check(headerOf path: String) throws(PeriluneError) {
        let header = header
        guard !header.isEmpty, let start = TextFile.start(of: path, length: header.count),
            start != header
        else { return }
        throw PeriluneError(
            .outputOption, "the columns of the file differ from those of the output",
            at: .init(file: path),
            hint: "rename the file, or write to another one")
    }
}
