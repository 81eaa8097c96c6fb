extension SessionState {
    /// About how many bytes it takes: visitors may not let it grow without limit.
    var size: Int {
        let filters = filters.values.reduce(0) { size, choice in
            guard case .among(let values) = choice else { return size + 16 }
            return size + values.reduce(0) { $0 + $1.size }
        }
        let variables = variables.values.reduce(0) { size, value in
            if case .text(let text) = value { size + text.size } else { size + 16 }
        }
        return items.values.reduce(filters + variables) { $0 + $1.size }
    }
}

extension ItemState {
    fileprivate var size: Int {
        let names = [categories, series, hiddenSeries].reduce(0) { size, names in
            names.reduce(size) { $0 + $1.size }
        }
        let selected = selected.reduce(0) { $0 + $1.category.size + $1.series.size }
        let drills = drills.reduce(0) { $0 + ($1.category ?? "").size + ($1.series ?? "").size }
        let nodes = nodes.reduce(0) { $0 + $1.node.size + $1.value.size }
        let others = (sort?.column.size ?? 0) + (selectedNode?.size ?? 0)
        return whatIf.reduce(names + selected + drills + nodes + others) { size, category in
            category.value.keys.reduce(size + category.key.size) { $0 + $1.size + 8 }
        }
    }
}

extension String {
    fileprivate var size: Int { utf8.count + 16 }
}
