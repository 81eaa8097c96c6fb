package import PeriluneCore

/// The position of a node in the metadata: in XML and property lists, its `<`.
///
/// All places are equal, so that dashboards with the same content in different files are equal.
package struct MetadataPlace: Sendable, Hashable {
    /// The line, from 1; 0 if unknown.
    package var line: Int
    /// The column in bytes of UTF-8, from 1; 0 if unknown.
    package var column: Int

    package init(line: Int = 0, column: Int = 0) {
        self.line = line
        self.column = column
    }

    /// Always true, see ``MetadataPlace``.
    package static func == (left: MetadataPlace, right: MetadataPlace) -> Bool { true }

    /// Adds nothing, since all places are equal.
    package func hash(into hasher: inout Hasher) {}

    /// The place as that of an error.
    package func inFile(_ file: String?) -> PeriluneError.Place {
        .init(file: file, line: line > 0 ? line : nil, column: column > 0 ? column : nil)
    }
}
