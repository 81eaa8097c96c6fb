internal import PeriluneCore

extension HostFunction {
    /// Checks arguments against the declared parameters.
    func check(_ arguments: [Value], of module: String) throws(PeriluneError) {
        // Without the `_` of functions that only a module's own Lua code calls.
        var name: String { "\(module).\(self.name.drop { $0 == "_" })" }
        for (position, parameter) in parameters.enumerated() {
            let given: Value? = position < arguments.count ? arguments[position] : Optional.none
            guard let argument = given, argument != .null || parameter.type == .any else {
                if parameter.isOptional { continue }
                throw PeriluneError(
                    "script.argument",
                    "\(name): missing argument '\(parameter.name)' (\(parameter.type.rawValue)): \(parameter.summary)"
                )
            }
            if !parameter.type.accepts(argument) {
                throw PeriluneError(
                    "script.argument",
                    "\(name): '\(parameter.name)' must be of type \(parameter.type.rawValue), got \(argument.luaType)"
                )
            }
        }
        if arguments.count > parameters.count, parameters.last?.name != "..." {
            throw PeriluneError(
                "script.argument",
                "\(name) takes \(Counted(parameters.count, "argument")), got \(arguments.count)"
            )
        }
    }
}

extension Value {
    fileprivate var luaType: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array, .object: "a table"
        }
    }
}
