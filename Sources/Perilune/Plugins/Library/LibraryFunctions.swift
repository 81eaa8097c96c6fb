internal import PeriluneCore
internal import PeriluneLibrary

extension Description.Module {
    /// The module, whose functions call the library; `number` is that of its first function, and becomes that of the
    /// next module's.
    func hostModule(_ library: LoadedLibrary, from number: inout UInt64) -> HostModule {
        var functions: [HostFunction] = []
        for function in self.functions {
            functions.append(function.hostFunction(library, number))
            number += 1
        }
        return HostModule(
            name, summary, grant: grant, fields: fields, lua: lua,
            delegateFunctions: delegateFunctions,
            functions)
    }
}

extension Description.Function {
    fileprivate func hostFunction(_ library: LoadedLibrary, _ number: UInt64) -> HostFunction {
        let body: HostFunction.Body =
            switch kind {
            case .native: .native
            case .sync:
                .sync { arguments, call throws(PeriluneError) in
                    try library.call(number, arguments, call)
                }
            case .async: .async { try await library.call(number, $0, $1) }
            }
        return HostFunction(name, summary, parameters, returns: returns, body)
    }
}

extension LoadedLibrary {
    fileprivate func call(
        _ function: UInt64, _ arguments: [Value], _ call: HostCall
    ) throws(PeriluneError) -> Value? {
        services.use(call.log)
        var members = Value.Members([
            ("arguments", .array(arguments)), ("script", .string(call.script)),
            ("clock", .integer(call.clock)),
        ])
        members["grants"] = call.grants.reading(description.grants).wireValue
        if let commander = call.commander { CallContext(commander).write(to: &members) }
        let answer = Form(try ask(.function, function, .object(members)).json, "answer")
        if let commander = call.commander { try RecordedActions(answer).perform(by: commander) }
        return answer.value["value"]
    }

    fileprivate func call(
        _ function: UInt64, _ arguments: [Value], _ call: AsyncHostCall
    ) async throws(PeriluneError) -> Value? {
        services.use(call.log)
        return try await services.with(call.ledger) { number throws(PeriluneError) in
            var members = Value.Members([
                ("arguments", .array(arguments)), ("script", .string(call.script)),
                ("source", .string(call.source)), ("identity", .string(call.identity)),
                ("depth", .integer(Int64(call.depth))), ("dryRun", .bool(call.isDryRun)),
                ("clock", .integer(call.clock)), ("ledger", .integer(Int64(number))),
            ])
            members["grants"] = call.grants.reading(description.grants).wireValue
            let answer = try await askLater(.asyncFunction, function, .object(members))
            let form = Form(answer.json, "answer")
            for effect in try form.list("effects", most: 10_000) {
                call.note(try effect.text("kind"), effect["details"]?.value.object ?? .init())
            }
            if let error = form["error"] { throw PeriluneError(wireValue: error.value) }
            return answer.json["value"]
        }
    }
}
