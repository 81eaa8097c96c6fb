/// Counts marks with data, because browsers can handle a thousand buttons in a chart, but not thirty thousand.
enum Identities {
    static let most = 1000

    /// Whether there are few enough marks for a button each; nested charts are counted separately.
    static func areFew(in nodes: [Node]) -> Bool {
        var left = most
        return count(nodes, &left)
    }

    private static func count(_ nodes: [Node], _ left: inout Int) -> Bool {
        for node in nodes {
            switch node {
            case .mark(let mark):
                if mark.identity != nil { left -= 1 }
            case .group(let group) where group.role != .chart && group.role != .table:
                if !count(group.nodes, &left) { return false }
            default: break
            }
            if left < 0 { return false }
        }
        return true
    }
}
