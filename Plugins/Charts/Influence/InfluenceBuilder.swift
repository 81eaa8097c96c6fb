import PeriluneCore

/// Makes a model of a diagram and collects what is wrong with it.
struct InfluenceBuilder {
    let diagram: Diagram
    let numbers: [String: Int]
    private(set) var parts: [Part] = []
    private(set) var issues: [ChartIssue] = []

    /// The definition of a node; empty if the node occurs only in data.
    struct Part {
        var expression: CompiledExpression?
        var causes: [Int] = []
    }

    init(_ diagram: Diagram) {
        self.diagram = diagram
        // Duplicate names are reported when the metadata is read.
        numbers = Dictionary(
            diagram.nodes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { one, _ in one })
    }

    mutating func compile() {
        for node in diagram.nodes {
            do {
                parts.append(try part(of: node))
            } catch {
                parts.append(Part())
                issues.append(issue(error, of: node))
            }
        }
    }

    private func part(of node: Diagram.Node) throws(PeriluneError) -> Part {
        guard let text = node.expression, !TextFunctions.trimmed(text).isEmpty else {
            return Part()
        }
        let expression = try Expression(text, dialect: .diagram)
        let compiled = try expression.compile { name in
            numbers[name] == nil ? .absent : .of(.number)
        }
        return Part(
            expression: compiled, causes: expression.names.compactMap { numbers[$0] })
    }

    private func issue(_ error: PeriluneError, of node: Diagram.Node) -> ChartIssue {
        let text = node.expression ?? ""
        var issue = ChartIssue(
            error.code == .expression
                ? .wrongValue(
                    node: "Node", attribute: "Expression", value: text, line: node.place.line)
                : .undefined(node: "Node", attribute: "Expression", value: text),
            at: node.place.inFile(nil),
            reason: "node \(node.name): \(error.message)", hint: error.hint)
        issue.excerpt = .init(error.place)
        return issue
    }

    /// The nodes in the order of computation, causes before effects.
    ///
    /// A node on a cycle loses its expression, and the cycle is reported.
    mutating func order() -> [Int] {
        var open = parts.map(\.causes.count)
        var effects = parts.map { _ in [Int]() }
        for (effect, part) in parts.enumerated() {
            for cause in part.causes { effects[cause].append(effect) }
        }
        var order = parts.indices.filter { open[$0] == 0 }
        var isDone = parts.map(\.causes.isEmpty)
        var next = 0
        var unsure = 0
        while true {
            while next < order.count {
                for effect in effects[order[next]] {
                    open[effect] -= 1
                    if open[effect] == 0, !isDone[effect] {
                        isDone[effect] = true
                        order.append(effect)
                    }
                }
                next += 1
            }
            while unsure < parts.count, isDone[unsure] { unsure += 1 }
            guard unsure < parts.count else { return order }
            // What is left waits for a cycle: going from cause to cause ends in one.
            for node in cut(cycle(from: unsure, isDone)) {
                isDone[node] = true
                order.append(node)
            }
        }
    }

    private func cycle(from start: Int, _ isDone: [Bool]) -> [Int] {
        var path: [Int] = []
        var place: [Int: Int] = [:]
        var node = start
        while place[node] == nil {
            place[node] = path.count
            path.append(node)
            guard let cause = parts[node].causes.first(where: { !isDone[$0] }) else { return path }
            node = cause
        }
        return Array(path[(place[node] ?? 0)...])
    }

    private mutating func cut(_ cycle: [Int]) -> [Int] {
        let names = (cycle + cycle.prefix(1)).map { diagram.nodes[$0].name }
        let node = diagram.nodes[cycle[0]]
        issues.append(
            ChartIssue(
                .wrongValue(
                    node: "Node", attribute: "Expression", value: node.expression ?? "",
                    line: node.place.line),
                at: node.place.inFile(nil),
                reason: "the nodes form a cycle: \(names.joined(separator: " <- "))",
                hint:
                    "remove one of their expressions; until then all of them use their stored data")
        )
        for node in cycle { parts[node] = Part() }
        return cycle
    }

    /// The edges to draw.
    ///
    /// `ParentNode`, `NodeTo` and expressions describe the same edges three times; differences are reported.
    mutating func edges() -> [DiagramPicture.Edge] {
        var edges: [DiagramPicture.Edge] = []
        var seen: Set<DiagramPicture.Edge> = []
        for (index, node) in diagram.nodes.enumerated() {
            let parents = node.parents.compactMap { numbers[$0] }
            let targets = node.targets.compactMap { numbers[$0.name] }
            if !node.targets.isEmpty, Set(parents) != Set(targets) {
                warn("ParentNode and NodeTo of node \(node.name) don't agree", node)
            }
            for parent in parents + targets {
                let edge = DiagramPicture.Edge(from: index, to: parent)
                if parent != index, seen.insert(edge).inserted { edges.append(edge) }
            }
        }
        for (index, part) in parts.enumerated() {
            for cause in part.causes {
                let edge = DiagramPicture.Edge(from: cause, to: index)
                guard seen.insert(edge).inserted else { continue }
                edges.append(edge)
                warn(
                    "node \(diagram.nodes[index].name) is computed from \(diagram.nodes[cause].name), which does not name it as its parent",
                    diagram.nodes[cause])
            }
        }
        return edges
    }

    mutating func root() -> Int? {
        let marked = diagram.nodes.indices.filter { diagram.nodes[$0].isDefault }
        if marked.count > 1 {
            warn("there is more than one default node", diagram.nodes[marked[1]])
        }
        if let first = marked.first { return first }
        let first = diagram.nodes.firstIndex { $0.parents.isEmpty && $0.targets.isEmpty }
        if let first { warn("there is no default node", diagram.nodes[first]) }
        return first
    }

    private mutating func warn(_ reason: String, _ node: Diagram.Node) {
        issues.append(
            ChartIssue(
                .wrongValue(
                    node: "Node", attribute: "Name", value: node.name, line: node.place.line),
                at: node.place.inFile(nil), level: .warning, reason: reason))
    }
}
