extension DAPanel {
    /// A panel with the controls of variables.
    public init(_ name: String, title: String = "", variables: [String]) {
        self.init(name: name)
        self.title = title
        self.variables = variables.map(Chart.Reference.init)
    }
}
