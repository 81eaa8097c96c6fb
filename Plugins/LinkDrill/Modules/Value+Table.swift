import PeriluneCore

extension Value {
    /// What is wrong with a table of a script that may have only these fields; `nil` where nothing is.
    func problem(as what: String, with fields: [String]) -> String? {
        guard let members = object else { return "\(what) must be a table, got \(json)" }
        return members.pairs.first { !fields.contains($0.name) }.map {
            "\(what) has the unknown field '\($0.name)'"
        }
    }
}
