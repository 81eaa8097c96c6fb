import PeriluneCore

extension FigureBuilder {
    /// A diagram with what was changed in it.
    mutating func figure(of diagram: Diagram) async throws(FigureFailure) -> BuiltFigure {
        let influence = try await influence(of: diagram)
        for issue in influence.model.issues + influence.issues { report(issue) }
        let item = state[diagram.name]
        let mode: DiagramPicture.Mode = item.nodes.isEmpty ? .snapshot : .goalSeek
        var built = BuiltFigure(
            Figure(
                name: diagram.name, title: diagram.name,
                content: .diagram(influence.picture(mode: mode, formats.locale))))
        built.categories = diagram.nodes.map {
            BuiltFigure.Key(text: $0.name, cell: .text($0.name))
        }
        return built
    }

    /// The numbers of a diagram after all that was done to them.
    mutating func influence(of diagram: Diagram) async throws(FigureFailure) -> InfluenceState {
        guard let query = diagram.query else {
            throw FigureFailure("the metadata of '\(diagram.name)' is incomplete")
        }
        let table = try await table(QueryRequest(query), of: diagram.name)
        let item = state[diagram.name]
        var influence = InfluenceState(InfluenceModel(diagram), table)
        influence.selection = item.selectedNode
        for change in item.nodes {
            let format = diagram.node(named: change.node).flatMap { try? ValueFormat($0.format) }
            let current = influence.value(of: change.node) ?? .nan
            guard
                let value = InfluenceEntry.value(
                    change.value, from: current, format: format ?? .general)
            else {
                throw FigureFailure(
                    "the value of '\(change.node)' must be a number, got '\(change.value)'")
            }
            do {
                for issue in try influence.change([change.node: value]).issues { report(issue) }
            } catch {
                throw FigureFailure(error.message)
            }
        }
        return influence
    }
}
