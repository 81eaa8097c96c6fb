/// The order within layers that lets few edges cross: sweeps by barycentres after Sugiyama, Tagawa and
/// Toda (1981).
extension Layers {
    /// Sorts the vertices of each layer, so that fewer edges cross.
    package mutating func order() {
        var best = layers
        var fewest = crossings
        var sweep = 0
        // Most graphs are done after three; counting on without getting better is for the few others.
        while fewest > 0, sweep < 12 {
            let isForward = sweep % 2 == 0
            let indices = Array(layers.indices.dropFirst())
            for layer in isForward ? indices : indices.map({ $0 - 1 }).reversed() {
                sort(layer, by: isForward ? layer - 1 : layer + 1, isForward: isForward)
            }
            let now = crossings
            if now < fewest {
                fewest = now
                best = layers
            }
            sweep += 1
        }
        layers = best
    }

    private mutating func sort(_ layer: Int, by neighbour: Int, isForward: Bool) {
        let place = places(of: neighbour)
        let sorted = layers[layer].enumerated().map { index, vertex in
            let joined = isForward ? before[vertex] : behind[vertex]
            let sum = joined.reduce(0.0) { $0 + Double(place[$1, default: 0]) }
            // A node without edges keeps its position.
            let centre = joined.isEmpty ? Double(index) : sum / Double(joined.count)
            return (centre, index, vertex)
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        layers[layer] = sorted.map(\.2)
    }

    private func places(of layer: Int) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: layers[layer].enumerated().map { ($1, $0) })
    }

    /// How many pairs of edges cross: inversions between neighbouring layers, counted with a tree of sums.
    package var crossings: Int {
        var count = 0
        for layer in layers.indices.dropLast() {
            let place = places(of: layer + 1)
            let ends = layers[layer].flatMap { vertex in
                behind[vertex].map { place[$0, default: 0] }.sorted()
            }
            var sums = [Int](repeating: 0, count: layers[layer + 1].count + 1)
            for (seen, end) in ends.enumerated() {
                var index = end + 1
                var before = 0
                while index > 0 {
                    before += sums[index]
                    index -= index & -index
                }
                count += seen - before
                index = end + 1
                while index < sums.count {
                    sums[index] += 1
                    index += index & -index
                }
            }
        }
        return count
    }
}
