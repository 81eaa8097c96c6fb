internal import CPeriluneLua
internal import LuaSyntax
internal import PeriluneCore
internal import PeriluneJSON

/// One script in one Lua state, with the functions that it may call.
final class LuaState {
    let handle: OpaquePointer
    let script: Script
    let worker: LuaWorker
    private let context: WorkerContext
    private let functions: [BoundFunction]
    private let parser = JSONParser()
    /// Finds columns in the file; made at the first error.
    private lazy var columns = ColumnFinder(script.source)
    private var writer = JSONWriter()
    /// State that the event changed, until the worker saves it.
    private var changes: [StateChange] = []
    /// The async call that the script waits for, until `execute` has returned.
    var pending: PendingCall?

    private struct BoundFunction {
        let module: String
        let function: HostFunction
    }

    init(
        _ script: Script, _ worker: LuaWorker, _ context: WorkerContext,
        builtIn: [HostModule] = BuiltInModules.all
    ) throws(PeriluneError) {
        self.script = script
        self.worker = worker
        self.context = context
        let modules = context.modules.filter { script.mayRequire($0) }
        functions = (builtIn + modules).flatMap { module in
            module.functions.map { BoundFunction(module: module.name, function: $0) }
        }
        let callbacks = cpl_callbacks(
            context: nil, call: callHost, source: readSource, load: loadState, save: saveState)
        guard
            let handle = cpl_state_new(
                worker.handle, script.limits.bridged, callbacks, context.seed)
        else { throw PeriluneError("script.memory", "there is no memory for a Lua state") }
        self.handle = handle
        cpl_set_callback_context(handle, Unmanaged.passUnretained(self).toOpaque())
        for (number, bound) in functions.enumerated() {
            let isAsync: Bool
            switch bound.function.body {
            case .native: continue
            case .sync: isAsync = false
            case .async: isAsync = true
            }
            if cpl_add_function(
                handle, bound.module, bound.function.name, Int32(number), isAsync) != CPL_OK
            {
                throw PeriluneError("script.memory", "there is no memory for the host's functions")
            }
        }
        for module in modules where module.lua != nil && !module.isLuaFile {
            if cpl_add_module_part(handle, module.name) != CPL_OK {
                throw PeriluneError("script.memory", "there is no memory for the host's functions")
            }
        }
    }

    deinit { cpl_state_free(handle) }

    var usesState: Bool { cpl_uses_state(handle) }
    var isSpent: Bool { cpl_is_spent(handle) }

    /// Compiles and runs the file.
    func load() throws(PeriluneError) {
        let status = script.source.withUnsafeBufferPointer { source in
            source.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { cpl_load(handle, script.path, $0, source.count) }
                    ?? cpl_load(handle, script.path, "", 0)
            }
        }
        if status != CPL_OK { throw lastError() }
    }

    /// Compiles and runs a file that is no delegate: what it returns.
    func evaluate() throws(PeriluneError) -> Value {
        var length = 0
        let json = script.source.withUnsafeBufferPointer { source in
            source.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map {
                    cpl_evaluate(handle, script.path, $0, source.count, &length)
                } ?? cpl_evaluate(handle, script.path, "", 0, &length)
            }
        }
        guard let json else { throw lastError() }
        return try parser.value(of: Array(UnsafeBufferPointer(start: json, count: length)))
    }

    /// The delegate's fields.
    func describe() throws(PeriluneError) -> Value {
        var length = 0
        guard let json = cpl_describe(handle, &length) else { throw lastError() }
        return try parser.value(of: Array(UnsafeBufferPointer(start: json, count: length)))
    }

    /// What the last failed call left, with the line of the file.
    func lastError() -> PeriluneError {
        guard let error = cpl_last_error(handle) else {
            return PeriluneError("script.runtime", "the script failed")
        }
        return ScriptError(error.pointee, script, columns).error
    }

    /// The changes of state since the last time.
    func takeChanges() -> [StateChange] {
        defer { changes.removeAll() }
        return changes
    }

    var hasChanges: Bool { !changes.isEmpty }

    private var commander: Commander? {
        cpl_context(handle).map { Unmanaged<Commander>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func call(_ number: Int, _ arguments: UnsafeBufferPointer<UInt8>) -> cpl_call {
        let bound = functions[number]
        do throws(PeriluneError) {
            let values = try parser.value(of: Array(arguments)).array ?? []
            try bound.function.check(values, name: "\(bound.module).\(bound.function.name)")
            switch bound.function.body {
            case .native: return CPL_CALL_RETURNED
            case .sync(let body):
                let call = HostCall(
                    script: script.name, commander: commander, clock: cpl_clock(handle),
                    log: context.log, grants: script.grants)
                if let value = try body(values, call) { answer(value) }
                return CPL_CALL_RETURNED
            case .async(let body):
                guard let commander else {
                    throw PeriluneError(
                        "script.async", "\(bound.module).\(bound.function.name) needs an event")
                }
                let call = AsyncHostCall(
                    script: script.name, source: commander.eventSource ?? "",
                    identity: commander.nextIdentity(), depth: commander.depth,
                    isDryRun: commander.isDryRun,
                    clock: cpl_clock(handle), log: context.log,
                    ledger: commander.ledger, grants: script.grants)
                pending = PendingCall(call: call) { try await body(values, call) }
                return CPL_CALL_PENDING
            }
        } catch {
            return fail(error)
        }
    }

    fileprivate func source(_ name: String) -> cpl_call {
        do throws(PeriluneError) {
            if name == DelegateAdapter.name {
                let functions = context.modules.flatMap(\.delegateFunctions)
                if !functions.isEmpty {
                    Array(DelegateAdapter.lua(functions).utf8).withUnsafeBufferPointer {
                        cpl_answer(handle, $0.baseAddress, $0.count)
                    }
                }
                return CPL_CALL_RETURNED
            }
            let module = context.modules.first { $0.name == name }
            try module.map(script.checkGrant)
            if let part = module?.lua {
                Array(part.utf8).withUnsafeBufferPointer {
                    cpl_answer(handle, $0.baseAddress, $0.count)
                }
                return CPL_CALL_RETURNED
            }
            if let source = try script.companion(name) {
                source.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
                return CPL_CALL_RETURNED
            }
            let modules = BuiltInModules.names + context.modules.map(\.name)
            throw PeriluneError(
                "script.require",
                "there is no module '\(name)' (the host has \(modules.joined(separator: ", ")), and no \(name).lua lies beside the script)"
            )
        } catch {
            return fail(error)
        }
    }

    fileprivate func load(_ key: String) -> cpl_call {
        do throws(PeriluneError) {
            // What this event's worker has not saved yet is newer than the store.
            let change = changes.last { $0.key == key }
            let saved =
                change == nil ? try context.store.load(script: script.name, key: key) : nil
            if let json = change?.value ?? saved {
                json.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
            }
            return CPL_CALL_RETURNED
        } catch {
            return fail(error)
        }
    }

    fileprivate func save(_ key: String, _ json: UnsafeBufferPointer<UInt8>) {
        changes.append(StateChange(script: script.name, key: key, value: Array(json)))
    }

    private func answer(_ value: Value) {
        writer.removeAll()
        writer.write(value)
        writer.bytes.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
    }

    private func fail(_ error: PeriluneError) -> cpl_call {
        answer(error.asScriptsSeeIt)
        return CPL_CALL_FAILED
    }
}

extension PeriluneError {
    /// The table that a script catches.
    var asScriptsSeeIt: Value {
        var members: Value.Members = .init([
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ])
        if let hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}

/// An async host call between the yield and the answer.
struct PendingCall: Sendable {
    let call: AsyncHostCall
    let body: @Sendable () async throws -> Value?
}

private func state(_ context: UnsafeMutableRawPointer?) -> LuaState? {
    context.map { Unmanaged<LuaState>.fromOpaque($0).takeUnretainedValue() }
}

private let callHost:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<UInt8>?, Int
    ) -> cpl_call = { context, _, function, arguments, length in
        let bytes = UnsafeBufferPointer(start: arguments, count: length)
        return state(context)?.call(Int(function), bytes) ?? CPL_CALL_FAILED
    }

private let readSource:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int) ->
        cpl_call = { context, _, name, length in
            state(context)?.source(name.map { String(cString: $0) } ?? "") ?? CPL_CALL_FAILED
        }

private let loadState:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int) ->
        cpl_call = { context, _, key, length in
            let bytes = UnsafeBufferPointer(start: key, count: length)
            return state(context)?.load(String(decoding: bytes, as: UTF8.self)) ?? CPL_CALL_FAILED
        }

private let saveState:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int,
        UnsafePointer<UInt8>?, Int
    ) -> Void = { context, _, key, keyLength, json, length in
        let bytes = UnsafeBufferPointer(start: key, count: keyLength)
        state(context)?.save(
            String(decoding: bytes, as: UTF8.self), UnsafeBufferPointer(start: json, count: length))
    }
