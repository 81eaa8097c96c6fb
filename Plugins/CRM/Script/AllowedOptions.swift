import PeriluneCore

/// The options that a call of a script has: a name that is not among them would else be lost in silence.
struct AllowedOptions {
    /// The function, without its module.
    let call: String
    private let names: [String]

    static let create = AllowedOptions("create", ["organization"])
    static let retrieve = AllowedOptions("retrieve", ["organization", "formatted"])
    static let update = AllowedOptions("update", ["organization", "version"])
    static let delete = AllowedOptions("delete", ["organization"])
    static let execute = AllowedOptions("execute", ["organization"])
    static let query = AllowedOptions(
        "retrieveMultiple", ["organization", "formatted", "count"])
    /// With the name of a table in place of a query.
    static let table = AllowedOptions(
        "retrieveMultiple",
        ["organization", "formatted", "count", "select", "filter", "orderby", "top"])

    private init(_ call: String, _ names: [String]) {
        self.call = call
        self.names = names
    }

    /// Throws for the first member that is not an option.
    func check(_ options: Value) throws(PeriluneError) {
        switch options {
        case .null: return
        case .array(let list) where list.isEmpty: return
        case .object(let members):
            for member in members.pairs where !names.contains(member.name) {
                throw unknown(member.name)
            }
        default:
            throw PeriluneError(
                "crm.value",
                "the options of crm.\(call) must be a table with string keys, got \(options.json)",
                hint: hint)
        }
    }

    private var hint: String { "the options are \(names.joined(separator: ", "))" }

    private func unknown(_ name: String) -> PeriluneError {
        PeriluneError(
            "crm.value", "unknown option '\(name)' of crm.\(call)",
            hint: NearestName.hint(for: name, in: names) ?? hint)
    }
}
