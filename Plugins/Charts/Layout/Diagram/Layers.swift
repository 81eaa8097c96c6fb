/// A directed graph in layers.
///
/// Each node is in a layer after those that it leads to, and every edge connects adjacent layers, through points that
/// reserve a place for it.
package struct Layers: Sendable {
    /// `layers[layer][place]` holds vertices; the first `nodeCount` of them are nodes, the others are bends.
    package var layers: [[Int]]
    /// The number of nodes; vertices from here on are bends.
    package let nodeCount: Int
    /// For each edge as it was given, its vertices from effect to cause; empty for an edge of a node to itself
    /// or to none.
    package let routes: [[Int]]
    /// For each vertex, its neighbours in the previous layer.
    package let before: [[Int]]
    /// For each vertex, its neighbours in the next layer.
    package let behind: [[Int]]

    /// More bends than this would take longer to order than a picture may take; later edges run straight.
    private static let mostBends = 4000

    /// Makes layers.
    ///
    /// - Parameters:
    ///   - nodeCount: Nodes.
    ///   - edges: From an effect to its cause. One that would close a circle does not push its cause back.
    package init(nodeCount: Int, edges: [(effect: Int, cause: Int)]) {
        self.nodeCount = nodeCount
        let valid = edges.map { edge in
            edge.effect != edge.cause && (0..<nodeCount).contains(edge.effect)
                && (0..<nodeCount).contains(edge.cause)
        }
        var causes = [[Int]](repeating: [], count: nodeCount)
        for (edge, isValid) in zip(edges, valid) where isValid {
            causes[edge.effect].append(edge.cause)
        }
        var layerOf = Self.longestPaths(causes)
        var before = [[Int]](repeating: [], count: nodeCount)
        var behind = before
        var bends = 0
        var routes: [[Int]] = []
        for (edge, isValid) in zip(edges, valid) {
            guard isValid else {
                routes.append([])
                continue
            }
            let isForward = layerOf[edge.effect] <= layerOf[edge.cause]
            let (near, far) =
                isForward ? (edge.effect, edge.cause) : (edge.cause, edge.effect)
            var route = [near]
            let span = layerOf[far] - layerOf[near]
            if span > 1, bends + span <= Self.mostBends {
                for layer in layerOf[near] + 1..<layerOf[far] {
                    let bend = layerOf.count
                    layerOf.append(layer)
                    before.append([])
                    behind.append([])
                    route.append(bend)
                }
                bends += span - 1
            }
            route.append(far)
            for (vertex, next) in zip(route, route.dropFirst())
            where layerOf[next] == layerOf[vertex] + 1 {
                behind[vertex].append(next)
                before[next].append(vertex)
            }
            routes.append(isForward ? route : route.reversed())
        }
        var layers = [[Int]](repeating: [], count: (layerOf.max() ?? -1) + 1)
        for (vertex, layer) in layerOf.enumerated() { layers[layer].append(vertex) }
        self.layers = layers
        self.routes = routes
        self.before = before
        self.behind = behind
    }

    /// The layer of each node.
    package var depths: [Int] {
        var depths = [Int](repeating: 0, count: nodeCount)
        for (depth, layer) in layers.enumerated() {
            for vertex in layer where vertex < nodeCount { depths[vertex] = depth }
        }
        return depths
    }

    /// The length of the longest path from a node without effects to each node.
    private static func longestPaths(_ causes: [[Int]]) -> [Int] {
        // Effects before causes; what is on the way of the walk is not walked again, which cuts circles.
        var order: [Int] = []
        var state = [UInt8](repeating: 0, count: causes.count)
        var kept = causes
        for root in roots(causes) + Array(causes.indices) where state[root] == 0 {
            var path = [(node: root, next: 0)]
            state[root] = 1
            while let (node, next) = path.last {
                guard next < causes[node].count else {
                    state[node] = 2
                    order.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let cause = causes[node][next]
                if state[cause] == 0 {
                    state[cause] = 1
                    path.append((cause, 0))
                } else if state[cause] == 1 {
                    kept[node].removeAll { $0 == cause }
                }
            }
        }
        var layers = [Int](repeating: 0, count: causes.count)
        for node in order.reversed() {
            for cause in kept[node] { layers[cause] = max(layers[cause], layers[node] + 1) }
        }
        return layers
    }

    private static func roots(_ causes: [[Int]]) -> [Int] {
        var hasEffect = [Bool](repeating: false, count: causes.count)
        for cause in causes.joined() { hasEffect[cause] = true }
        return causes.indices.filter { !hasEffect[$0] }
    }
}
