extension Filter {
    /// A filter, which charts name.
    ///
    /// - Parameters:
    ///   - kind: What users choose.
    ///   - name: Its name, which is also that of the argument that queries get.
    ///   - column: The column that it restricts.
    ///   - sourceQuery: The query whose rows have the values to choose from.
    public init(_ kind: Kind, _ name: String, column: String, sourceQuery: String) {
        self.init(name: name, kind: kind)
        self.column = column
        self.sourceQuery = sourceQuery
    }
}
