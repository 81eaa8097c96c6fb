extension NearestName {
    /// The path in a value that was probably meant by a path that does not exist.
    ///
    /// It differs from that path by a missing or superfluous `data`, or has a similar name.
    package static func path(_ path: FieldPath, in value: Value) -> String? {
        func exists(_ names: [String]) -> Bool {
            let found = value[FieldPath(names: names)]
            return found != nil && found != .null
        }
        if exists(["data"] + path.names) { return "data.\(path)" }
        if path.names.first == "data", path.names.count > 1, exists(Array(path.names.dropFirst())) {
            return FieldPath(names: Array(path.names.dropFirst())).description
        }
        var parent = value
        for (number, name) in path.names.enumerated() {
            guard let members = parent.object else { return nil }
            if let member = members[name] {
                parent = member
                continue
            }
            var names = path.names
            guard let near = of(name, in: members.pairs.lazy.map(\.name)) else { return nil }
            names[number] = near
            return exists(names) ? FieldPath(names: names).description : nil
        }
        return nil
    }
}

extension FieldPath {
    fileprivate init(names: [String]) { self.init(names.joined(separator: ".")) }
}
