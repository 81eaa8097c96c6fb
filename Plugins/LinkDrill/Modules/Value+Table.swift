import PeriluneCore

extension Value {
    /// The error of a script's table that may have only these fields; `nil` if it is valid.
    func problem(as what: String, with fields: [String]) -> String? {
        guard let members = object else { return "\(what) must be a table, got \(json)" }
        return members.pairs.first { !fields.contains($0.name) }.map {
            "\(what) has the unknown field '\($0.name)'"
        }
    }
}
