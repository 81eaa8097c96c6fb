extension Layers {
    /// Places each vertex in its layer near its neighbours, in order and without overlaps.
    ///
    /// - Parameters:
    ///   - node: The space for a node, with its gap.
    ///   - bend: The space for an edge that passes through the layer.
    ///   - range: The range of all places.
    /// - Returns: The place of each vertex.
    package func places(
        node: Double, bend: Double, within range: ClosedRange<Double>
    ) -> [Double] {
        func length(_ vertex: Int) -> Double { vertex < nodeCount ? node : bend }
        let middle = (range.lowerBound + range.upperBound) / 2
        var places = [Double](repeating: middle, count: before.count)
        for layer in layers {
            let total = layer.reduce(0) { $0 + length($1) }
            var next = middle - total / 2
            for vertex in layer {
                places[vertex] = next + length(vertex) / 2
                next += length(vertex)
            }
        }
        func settle(_ layer: [Int], by joined: (Int) -> [Int]) {
            let wishes = layer.map { vertex in
                let others = joined(vertex)
                return others.isEmpty
                    ? places[vertex]
                    : others.reduce(0) { $0 + places[$1] } / Double(others.count)
            }
            let settled = Separation.places(
                desired: wishes, lengths: layer.map(length), within: range)
            for (vertex, place) in zip(layer, settled) { places[vertex] = place }
        }
        for _ in 0..<8 {
            for layer in layers.reversed() { settle(layer) { behind[$0] } }
            for layer in layers { settle(layer) { before[$0] + behind[$0] } }
        }
        // Centre the whole graph.
        let ends = layers.joined().map {
            (places[$0] - length($0) / 2, places[$0] + length($0) / 2)
        }
        let least = ends.reduce(range.upperBound) { min($0, $1.0) }
        let most = ends.reduce(range.lowerBound) { max($0, $1.1) }
        let shift = middle - (least + most) / 2
        return places.map { $0 + shift }
    }
}
