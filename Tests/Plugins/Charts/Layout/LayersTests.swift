import Testing

@testable import ChartsPlugin

struct LayersTests {
    @Test func layersAreLongestPaths() {
        let layers = Layers(nodeCount: 4, edges: [(0, 1), (1, 2), (0, 2), (0, 3)])
        #expect(layers.layers.map { $0.filter { $0 < 4 } } == [[0], [1, 3], [2]])
        #expect(layers.routes[2].count == 3)
    }

    @Test func cyclesAndInvalidEdgesAreHandled() {
        let layers = Layers(
            nodeCount: 3, edges: [(0, 1), (1, 2), (2, 0), (1, 1), (0, 9), (-1, 0)])
        #expect(layers.layers.count == 3)
        #expect(layers.routes[3].isEmpty && layers.routes[4].isEmpty && layers.routes[5].isEmpty)
        #expect(layers.routes[2].first == 2 && layers.routes[2].last == 0)
        #expect(Layers(nodeCount: 0, edges: []).layers.isEmpty)
    }

    @Test func uncrossesATree() {
        var layers = Layers(
            nodeCount: 7, edges: [(0, 1), (0, 2), (2, 3), (1, 4), (2, 5), (1, 6)])
        layers.order()
        #expect(layers.crossings == 0)
    }

    @Test(arguments: 0..<30) func sweepsNeverMakeMoreCrossings(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let count = Int.random(in: 2...25, using: &dice)
        let edges = (0..<Int.random(in: 1...50, using: &dice)).map { _ in
            (
                effect: Int.random(in: 0..<count, using: &dice),
                cause: Int.random(in: 0..<count, using: &dice)
            )
        }
        var layers = Layers(nodeCount: count, edges: edges)
        let before = layers.crossings
        #expect(before == slowCrossings(layers))
        layers.order()
        #expect(layers.crossings <= before)
        #expect(layers.crossings == slowCrossings(layers))
        #expect(layers.layers.joined().filter { $0 < count }.sorted() == Array(0..<count))
    }

    @Test(arguments: 0..<30) func placesAreApart(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let count = Int.random(in: 1...25, using: &dice)
        let edges = (0..<30).map { _ in
            (
                effect: Int.random(in: 0..<count, using: &dice),
                cause: Int.random(in: 0..<count, using: &dice)
            )
        }
        var layers = Layers(nodeCount: count, edges: edges)
        layers.order()
        let places = layers.places(node: 20, bend: 6, within: 0...2000)
        for layer in layers.layers {
            for (left, right) in zip(layer, layer.dropFirst()) {
                let apart = (left < count ? 10.0 : 3) + (right < count ? 10 : 3)
                #expect(places[right] - places[left] >= apart - 1e-6)
            }
        }
    }

    @Test func aLongChainWithManyShortcutsEnds() {
        let count = 3000
        let chain = (1..<count).map { (effect: $0 - 1, cause: $0) }
        let shortcuts = (2..<count).map { (effect: 0, cause: $0) }
        var layers = Layers(nodeCount: count, edges: chain + shortcuts)
        layers.order()
        #expect(layers.layers.count == count)
    }

    private func slowCrossings(_ layers: Layers) -> Int {
        var count = 0
        for (layer, next) in zip(layers.layers, layers.layers.dropFirst()) {
            let edges = layer.enumerated().flatMap { place, vertex in
                layers.behind[vertex].map { (place, next.firstIndex(of: $0) ?? -1) }
            }
            for (index, edge) in edges.enumerated() {
                for other in edges[(index + 1)...]
                where (edge.0 - other.0) * (edge.1 - other.1) < 0 { count += 1 }
            }
        }
        return count
    }
}
