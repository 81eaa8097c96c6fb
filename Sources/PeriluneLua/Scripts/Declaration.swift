internal import LuaSyntax
internal import PeriluneCore

/// The fields that a script's delegate table declares besides its functions.
struct Declaration {
    var interests = Interests()
    var priority = 0
    var ordering: PeriluneCore.Delegate.Ordering?

    /// The fields that are not conditions.
    static let known: Set<String> = [
        "on", "priority", "key", "version", "migrate", "expires", "shouldHandle", "execute",
        "shouldHandleLinkDrillNavigation", "executeURL", "onTimer", "tests",
    ]

    /// Reads the fields; the bus later rejects a field that is neither known nor a condition of a plugin.
    init(_ fields: Value, of script: Script) throws(PeriluneError) {
        for field in fields.object?.pairs ?? [] {
            switch field.name {
            case "on": interests.types = try Self.types(field.value, script)
            case "priority": priority = try Self.integer(field.value, "priority", script)
            case "key": ordering = try Self.ordering(field.value, script)
            case _ where Self.known.contains(field.name): break
            case _ where field.value["function"] != nil: break  // a helper beside the rules
            default:
                // Every other field is a condition; the bus rejects it unless a plugin provides that condition.
                interests.conditions.append(.init(field.name, field.value))
            }
        }
        if fields["on"] == nil, fields["execute"] == nil { interests.types = ["link.*"] }
    }

    private static func types(
        _ value: Value, _ script: Script
    ) throws(PeriluneError)
        -> [TypePattern]
    {
        var patterns: [TypePattern] = []
        for (index, element) in (value.array ?? [value]).enumerated() {
            do throws(PeriluneError) {
                guard let text = element.string else {
                    throw error(
                        "on must be a type such as \"link.drill\", or a list of types", script)
                }
                patterns.append(try TypePattern(text))
            } catch {
                throw at(script, error, value.array == nil ? nil : index + 1)
            }
        }
        return patterns
    }

    private static func integer(
        _ value: Value, _ name: String, _ script: Script
    )
        throws(PeriluneError) -> Int
    {
        guard let integer = value.integer else {
            throw error("\(name) must be an integer", script)
        }
        return Int(integer)
    }

    private static func ordering(
        _ value: Value, _ script: Script
    ) throws(PeriluneError)
        -> PeriluneCore.Delegate.Ordering
    {
        if value["function"] != nil { return .function }
        guard let text = value.string, !text.isEmpty else {
            throw error("key must be \"all\", a path such as \"subject\", or a function", script)
        }
        return text == "all" ? .all : .path(FieldPath(text))
    }

    private static func error(_ message: String, _ script: Script) -> PeriluneError {
        PeriluneError("script.delegate", message, at: .init(file: script.path))
    }

    private static func at(
        _ script: Script, _ error: PeriluneError, _ element: Int?
    ) -> PeriluneError {
        var error = error
        error.place.file = script.path
        let field: [TableStep] = [.name("on")]
        let inList = element.map { script.locating(error, at: field + [.element($0)]) }
        if let inList, inList.place.line != nil { return inList }
        return script.locating(error, at: field)
    }
}
