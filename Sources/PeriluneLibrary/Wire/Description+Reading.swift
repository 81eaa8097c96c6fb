package import PeriluneCore

extension Description {
    /// Parses and validates the description of a library's plugin.
    package init(_ value: Value) throws(PeriluneError) {
        let form = Form(value, "")
        name = try form.text("name", most: 100)
        version = try form.optionalText("version", most: 100) ?? ""
        summary = try form.optionalText("summary") ?? ""
        for grant in try form.list("grants", most: 100) { grants.append(try GrantKind(grant)) }
        for type in try form.list("events") {
            eventTypes.append(EventType(try type.text("type"), try type.text("summary")))
        }
        for module in try form.list("modules") { modules.append(try Module(module)) }
        for delegate in try form.list("delegates") {
            delegates.append(try DescribedDelegate(delegate))
        }
        for handler in try form.list("handlers") {
            handlers.append(
                DescribedHandler(
                    name: try handler.text("name"), types: try handler.types("types")))
        }
        conditions = try form.texts("conditions")
        for source in try form.list("sources") { sources.append(try DescribedSource(source)) }
        for command in try form.list("commands") { commands.append(try DescribedCommand(command)) }
        eventSources = try form.texts("eventSources")
        recordSinks = try form.texts("recordSinks")
        for factory in try form.list("sinkFactories") { sinkFactories.append(try Named(factory)) }
        for codec in try form.list("codecs") { codecs.append(try Named(codec)) }
        hasViews = try form.flag("views")
        redacts = try form.flag("redacts")
    }
}

extension Form {
    fileprivate func texts(_ name: String) throws(PeriluneError) -> [String] {
        var texts: [String] = []
        for form in try list(name) { texts.append(try form.text()) }
        return texts
    }

    fileprivate func types(_ name: String) throws(PeriluneError) -> [TypePattern] {
        var types: [TypePattern] = []
        for text in try texts(name) { types.append(try TypePattern(text)) }
        return types
    }
}

extension Description.Named {
    init(_ form: Form) throws(PeriluneError) {
        name = try form.text("name", most: 100)
        summary = try form.text("summary")
    }
}

extension Description.DescribedDelegate {
    init(_ form: Form) throws(PeriluneError) {
        name = try form.text("name")
        var interests = Interests(types: try form.types("types"))
        for condition in try form.list("conditions") {
            interests.conditions.append(
                .init(try condition.text("field"), try condition.required("value").value))
        }
        self.interests = interests
        priority = Int(try form.integer("priority", in: -1_000_000...1_000_000, default: 0))
        switch form["ordering"]?.value {
        case nil: ordering = nil
        case .string("partitionkey"): ordering = .partitionKey
        case .string("all"): ordering = .all
        case .object(let members):
            guard let path = members["path"]?.string else {
                throw .broken("\(form.path).ordering has no path")
            }
            ordering = .path(FieldPath(path))
        default: throw .broken("\(form.path).ordering is unknown")
        }
    }
}

extension Description.DescribedSource {
    init(_ form: Form) throws(PeriluneError) {
        path = try form.text("path")
        guard path.hasPrefix("/") else { throw .broken("\(form.path).path must begin with /") }
        bodyLimit = Int(try form.integer("bodyLimit", in: 0...(64 << 20), default: 1 << 20))
        summary = try form.text("summary")
        authenticationHint = try form.optionalText("openness")
        warnings = try form.texts("warnings")
    }
}

extension Description.DescribedCommand {
    init(_ form: Form) throws(PeriluneError) {
        name = try form.text("name", most: 100)
        summary = try form.text("summary")
        discussion = try form.texts("discussion")
        if let form = form["operands"] {
            operands = PluginCommand.Operands(
                try form.text("name"), try form.text("summary"),
                isRequired: try form.flag("required"), isMany: try form.flag("many"))
        } else {
            operands = nil
        }
        var options: [PluginCommand.Option] = []
        for option in try form.list("options", most: 100) {
            let variable = try option.optionalText("variable") ?? "VALUE"
            let kind: PluginCommand.Option.Kind
            switch try option.text("kind") {
            case "flag": kind = .flag
            case "text": kind = .text(variable: variable)
            case "integer": kind = .integer(variable: variable)
            case "choice": kind = .choice(try option.texts("choices"))
            case let other: throw .broken("\(option.path).kind '\(other)' is unknown")
            }
            options.append(.init(try option.text("name"), kind, try option.text("summary")))
        }
        self.options = options
    }
}

extension Description.Module {
    init(_ form: Form) throws(PeriluneError) {
        name = try form.text("name", most: 100)
        summary = try form.text("summary")
        grant = try form.optionalText("grant", most: 100)
        lua = try form.optionalText("lua", most: 1 << 20)
        var fields: [HostModule.Field] = []
        for field in try form.list("fields") {
            fields.append(
                .init(try field.text("name"), try field.text("type"), try field.text("summary")))
        }
        self.fields = fields
        var delegateFunctions: [DelegateFunction] = []
        for function in try form.list("delegateFunctions") {
            delegateFunctions.append(
                DelegateFunction(
                    try function.text("name"), for: try function.text("type"),
                    try function.choice("result", DelegateFunction.Result.self),
                    try function.text("summary")))
        }
        self.delegateFunctions = delegateFunctions
        var functions: [Description.Function] = []
        for function in try form.list("functions") { functions.append(try .init(function)) }
        self.functions = functions
    }
}

extension Description.Function {
    init(_ form: Form) throws(PeriluneError) {
        name = try form.text("name", most: 100)
        summary = try form.text("summary")
        returns = try form.optionalText("returns")
        kind = try form.choice("kind", Kind.self)
        var parameters: [HostFunction.Parameter] = []
        for parameter in try form.list("parameters", most: 100) {
            parameters.append(
                .init(
                    try parameter.text("name"),
                    try parameter.choice("type", HostFunction.ParameterType.self),
                    optional: try parameter.flag("optional"), try parameter.text("summary")))
        }
        self.parameters = parameters
    }
}
