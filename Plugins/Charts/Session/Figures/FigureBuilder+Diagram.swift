extension FigureBuilder {
    mutating func figure(of diagram: Diagram) async throws(FigureFailure) -> BuiltFigure {
        throw FigureFailure("\(diagram.name) is not drawn yet")
    }
}
