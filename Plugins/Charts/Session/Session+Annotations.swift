import PeriluneCore

extension DrawnScene {
    /// Annotations that number the categories and series which they name by their keys.
    ///
    /// An event names a day `2024-03-31`, and the mark of that day has the label `Mar 31, 2024`.
    func numbered(_ annotations: [Value]) -> [Value] {
        annotations.map { annotation in
            guard case .object(var members) = annotation else { return annotation }
            let chart = members["chart"]?.string
            let found = figures.first { $0.figure.name == chart || $0.figure.title == chart }
            guard let figure = found ?? (chart == nil && figures.count == 1 ? figures[0] : nil)
            else { return annotation }
            // Without a category, a series would be its entry in the legend, too.
            guard members["category"] != nil else { return annotation }
            for (name, keys) in [("category", figure.categories), ("series", figure.series)] {
                guard let text = members[name]?.string,
                    let index = keys.firstIndex(where: { $0.text == text })
                else { continue }
                members[name] = nil
                members[name + "Index"] = .integer(Int64(index))
            }
            return .object(members)
        }
    }
}
