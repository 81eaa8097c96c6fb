internal import PeriluneCore

extension Registry {
    /// The description of a plugin for the host, from its registrations.
    func wireValue(of plugin: any Plugin) throws(PeriluneError) -> Value {
        guard laterDelegates.isEmpty else {
            throw PeriluneError(
                "plugin.later", "a library cannot provide delegates that wait for other plugins",
                hint: "put the scripts into a folder plugin")
        }
        var members = Value.Members([
            ("name", .string(plugin.name)), ("version", .string(plugin.version)),
            ("summary", .string(plugin.summary)),
        ])
        func list<Element>(
            _ name: String, _ elements: [Element], _ wireValue: (Element) -> Value
        ) {
            if !elements.isEmpty { members[name] = .array(elements.map(wireValue)) }
        }
        list("grants", plugin.grantKinds, \.wireValue)
        list("events", eventTypes) { ["type": .string($0.name), "summary": .string($0.summary)] }
        list("modules", modules, \.wireValue)
        list("delegates", delegates, \.wireValue)
        list("handlers", defaultHandlers) {
            ["name": .string($0.name), "types": $0.types.wireValue]
        }
        list("conditions", Array(dimensions.dropFirst(Registry().dimensions.count))) {
            .string($0.field)
        }
        list("sources", sources, \.wireValue)
        list("commands", commands, \.wireValue)
        list("eventSources", eventSources) { .string($0.name) }
        list("recordSinks", recordSinks) { .string($0.name) }
        list("sinkFactories", sinkFactories) {
            ["name": .string($0.name), "summary": .string($0.summary)]
        }
        list("codecs", codecs) { ["name": .string($0.name), "summary": .string($0.summary)] }
        if !views.isEmpty { members["views"] = true }
        if hasRedactions { members["redacts"] = true }
        return .object(members)
    }
}

extension [TypePattern] {
    fileprivate var wireValue: Value { .array(map { .string($0.description) }) }
}

extension Delegate {
    fileprivate var wireValue: Value {
        var members = Value.Members([
            ("name", .string(name)), ("types", interests.types.wireValue),
            (
                "conditions",
                .array(
                    interests.conditions.map {
                        ["field": .string($0.field), "value": $0.value]
                    })
            ), ("priority", .integer(Int64(priority))),
        ])
        switch ordering {
        case nil: break
        case .partitionKey: members["ordering"] = "partitionkey"
        case .path(let path): members["ordering"] = ["path": .string(path.description)]
        // Only a script can compute its ordering key.
        case .all, .function: members["ordering"] = "all"
        }
        return .object(members)
    }
}

extension HTTPSource {
    fileprivate var wireValue: Value {
        var members = Value.Members([
            ("path", .string(path)), ("bodyLimit", .integer(Int64(bodyLimit))),
            ("summary", .string(summary)),
            ("warnings", .array(warnings.map { .string($0) })),
        ])
        members.set("openness", authenticationHint)
        return .object(members)
    }
}

extension PluginCommand {
    fileprivate var wireValue: Value {
        var members = Value.Members([
            ("name", .string(name)), ("summary", .string(summary)),
            ("discussion", .array(discussion.map { .string($0) })),
            ("options", .array(options.map(\.wireValue))),
        ])
        members["operands"] = operands.map {
            [
                "name": .string($0.name), "summary": .string($0.summary),
                "required": .bool($0.isRequired), "many": .bool($0.isMany),
            ]
        }
        return .object(members)
    }
}

extension PluginCommand.Option {
    fileprivate var wireValue: Value {
        var members = Value.Members([("name", .string(name)), ("summary", .string(summary))])
        switch kind {
        case .flag: members["kind"] = "flag"
        case .text(let variable):
            members["kind"] = "text"
            members["variable"] = .string(variable)
        case .integer(let variable):
            members["kind"] = "integer"
            members["variable"] = .string(variable)
        case .choice(let choices):
            members["kind"] = "choice"
            members["choices"] = .array(choices.map { .string($0) })
        }
        return .object(members)
    }
}

extension HostModule {
    fileprivate var wireValue: Value {
        var members = Value.Members([("name", .string(name)), ("summary", .string(summary))])
        members.set("grant", grant)
        members.set("lua", lua)
        members["fields"] = .array(
            fields.map {
                [
                    "name": .string($0.name), "type": .string($0.type),
                    "summary": .string($0.summary),
                ]
            })
        members["delegateFunctions"] = .array(
            delegateFunctions.map {
                [
                    "name": .string($0.name), "type": .string($0.type),
                    "result": .string($0.result.rawValue), "summary": .string($0.summary),
                ]
            })
        members["functions"] = .array(functions.map(\.wireValue))
        return .object(members)
    }
}

extension HostFunction {
    fileprivate var wireValue: Value {
        let kind: Description.Function.Kind =
            switch body {
            case .sync, .json: .sync
            case .async: .async
            case .native: .native
            }
        var members = Value.Members([
            ("name", .string(name)), ("summary", .string(summary)),
            ("kind", .string(kind.rawValue)),
        ])
        members.set("returns", returns)
        members["parameters"] = .array(
            parameters.map {
                [
                    "name": .string($0.name), "type": .string($0.type.rawValue),
                    "optional": .bool($0.isOptional), "summary": .string($0.summary),
                ]
            })
        return .object(members)
    }
}
