internal import CPeriluneLua
internal import LuaSyntax
internal import PeriluneCore
internal import PeriluneJSON

/// One script in one Lua state, with the functions that it may call.
final class LuaState {
    let handle: OpaquePointer
    let script: Script
    let worker: LuaWorker
    let context: WorkerContext
    /// The names of the built-in modules.
    private let builtIn: [String]
    private let functions: [BoundFunction]
    private let parser: JSONParser
    /// Finds columns in the file; created at the first error.
    private lazy var columns = ColumnFinder(script.source)
    private lazy var lines = MaskedLines(script: script.source)
    var writer = JSONWriter()
    private var json: [UInt8] = []
    /// The changes of state by the event, until the worker saves them.
    var changes: [StateChange] = []
    /// The files that modules have read for the script.
    private let files: StateFiles
    /// The files that the script has required.
    private(set) var modules: Set<String> = []
    /// Reads what the script's condition captured; set by `provide(_:)`.
    private var captures: CaptureReader?
    /// The event from which captures are read; created at the first use.
    private lazy var capturedEvent = JSONEvent()
    /// The async call that the script waits for, until `execute` has returned.
    var pending: PendingCall?

    private struct BoundFunction {
        let module: String
        let function: HostFunction

        /// The name as scripts write it, without the `_` of functions that only a module's own Lua code calls.
        var name: String {
            let isMethod = module == "commander"
            return "\(module)\(isMethod ? ":" : ".")\(function.name.drop { $0 == "_" })"
        }
    }

    init(
        _ script: Script, _ worker: LuaWorker, _ context: WorkerContext,
        builtIn: [HostModule] = BuiltInModules.all
    ) throws(PeriluneError) {
        self.script = script
        self.worker = worker
        self.context = context
        files = StateFiles(script.companions)
        self.builtIn = builtIn.map(\.name).filter(BuiltInModules.names.contains)
        let modules = context.modules.filter { script.mayRequire($0) }
        functions = (builtIn + modules).flatMap { module in
            module.functions.map { BoundFunction(module: module.name, function: $0) }
        }
        let callbacks = cpl_callbacks(
            context: nil, call: callHost, source: readSource, load: loadState, scan: scanState,
            save: saveState, captures: readCaptures)
        guard
            let handle = cpl_state_new(
                worker.handle, script.limits.bridged, callbacks, context.seed)
        else { throw .memory }
        self.handle = handle
        parser = JSONParser { cpl_is_spent(handle) }
        cpl_set_callback_context(handle, Unmanaged.passUnretained(self).toOpaque())
        for output in context.outputs where !cpl_add_output(handle, output) { throw .memory }
        for (number, bound) in functions.enumerated() {
            let isAsync: Bool
            switch bound.function.body {
            case .native: continue
            case .sync, .json: isAsync = false
            case .async: isAsync = true
            }
            if cpl_add_function(
                handle, bound.module, bound.function.name, Int32(number), isAsync) != CPL_OK
            {
                throw .functionMemory
            }
        }
        for module in modules where module.lua != nil && !module.isLuaFile {
            if cpl_add_module_part(handle, module.name) != CPL_OK {
                throw .functionMemory
            }
        }
    }

    deinit { cpl_state_free(handle) }

    var usesState: Bool { cpl_uses_state(handle) }
    var usesTimers: Bool { cpl_uses_timers(handle) }

    /// The version of the script's state.
    var stateVersion: Int64 { cpl_version(handle) }
    var isSpent: Bool { cpl_is_spent(handle) }

    /// Compiles and runs the file.
    func load() throws(PeriluneError) {
        if script.coverage != nil { cpl_count_runs(handle) }
        if script.isRestartable, !cpl_make_restartable(handle) { throw .memory }
        let source = counting(script.source, path: script.path)
        let status = source.withUnsafeBufferPointer { source in
            source.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { cpl_load(handle, script.path, $0, source.count) }
                    ?? cpl_load(handle, script.path, "", 0)
            }
        }
        if status != CPL_OK { throw lastError() }
    }

    /// Runs a file that does not return a delegate; returns its value.
    func evaluate() throws(PeriluneError) -> Value {
        var length = 0
        let json = ScriptText.compilable(script.source).withUnsafeBufferPointer { source in
            source.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map {
                    cpl_evaluate(handle, script.path, $0, source.count, &length)
                } ?? cpl_evaluate(handle, script.path, "", 0, &length)
            }
        }
        guard let json else { throw lastError() }
        return try parser.value(of: Array(UnsafeBufferPointer(start: json, count: length)))
    }

    /// Resets the state to what it was before the file ran, and runs the file again.
    func restart() throws(PeriluneError) {
        changes.removeAll()
        if cpl_restart(handle) != CPL_OK { throw lastError() }
    }

    /// Provides `event.captures` with the captures of the script's condition.
    func provide(_ captures: @escaping CaptureReader) throws(PeriluneError) {
        self.captures = captures
        if cpl_provide_captures(handle) != CPL_OK { throw lastError() }
    }

    /// The fields of the delegate table.
    func describe() throws(PeriluneError) -> Value {
        var length = 0
        guard let json = cpl_describe(handle, &length) else { throw lastError() }
        return try parser.value(of: Array(UnsafeBufferPointer(start: json, count: length)))
    }

    /// The error of the last failed call, with its line in the file.
    func lastError() -> PeriluneError {
        guard let error = cpl_last_error(handle) else {
            return PeriluneError("script.runtime", "the script failed")
        }
        return ScriptError(error.pointee, script, columns, lines).error
    }

    /// Returns and removes the pending changes of state.
    func takeChanges() -> [StateChange] {
        defer { changes.removeAll() }
        return changes
    }

    var hasChanges: Bool { !changes.isEmpty }

    /// Adds what modules have counted since the last call.
    func takeNotices(into sum: inout Notices) {
        var first: UnsafePointer<cpl_notice>?
        let count = cpl_take_notices(handle, &first)
        guard let first, count > 0 else { return }
        // Two aggregates may read the same path, whose events count once.
        var counts: [Notices.Subject: (count: Int, isFound: Bool)] = [:]
        for notice in UnsafeBufferPointer(start: first, count: count) {
            let name = withUnsafeBytes(of: notice.name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let subject = Notices.Subject(
                owner: script.name, name: name, kind: notice.is_path ? .path : .late)
            let known = counts[subject] ?? (0, false)
            counts[subject] = (
                max(known.count, Int(notice.count)), known.isFound || notice.is_found
            )
        }
        for (subject, counted) in counts {
            sum.add(subject, counted.count, isFound: counted.isFound)
        }
        cpl_reset_notices(handle)
    }

    private var commander: Commander? {
        cpl_context(handle).map { Unmanaged<Commander>.fromOpaque($0).takeUnretainedValue() }
    }

    private var hostCall: HostCall {
        var clock: Int64 = 0
        let hasTime = cpl_event_time(handle, &clock)
        return HostCall(
            script: script.name, commander: commander, clock: hasTime ? clock : 0, hasTime: hasTime,
            log: context.log, grants: script.grants, files: files)
    }

    fileprivate func call(_ number: Int, _ arguments: UnsafeBufferPointer<UInt8>) -> cpl_call {
        do throws(PeriluneError) {
            let arguments = Array(arguments)
            guard number >= 0 else {
                let values = try parser.value(of: arguments).array ?? []
                throw NamedOutput.unknown(values.first?.string ?? "", in: context.outputs)
            }
            let bound = functions[number]
            let (parsed, data) =
                bound.function.keepsData
                ? try parser.value(of: arguments, keeping: "data")
                : (
                    try parser.value(
                        of: arguments, spellsOutOfRange: bound.function.showsArguments), nil
                )
            let values = parsed.array ?? []
            // The bridge raises the error of the budget that ran out.
            guard !isSpent else { return CPL_CALL_RETURNED }
            commander?.trace?.call(bound.name, values)
            try bound.function.check(values, of: bound.module)
            switch bound.function.body {
            case .native: return CPL_CALL_RETURNED
            case .sync(let body):
                var call = hostCall
                call.data = data
                let value = try body(values, call)
                if let value { answer(value) }
                commander?.trace?.answer(.returned(value))
                return CPL_CALL_RETURNED
            case .json(let body):
                json.removeAll(keepingCapacity: true)
                try body(values, hostCall, &json)
                if !json.isEmpty {
                    json.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
                }
                if let trace = commander?.trace {
                    trace.answer(.returned(json.isEmpty ? nil : try parser.value(of: json)))
                }
                return CPL_CALL_RETURNED
            case .async(let body):
                guard let commander else {
                    throw PeriluneError(
                        "script.async",
                        "\(bound.module).\(bound.function.name) can only be called while an event is processed"
                    )
                }
                var call = AsyncHostCall(
                    script: script.name, source: commander.eventSource ?? "",
                    identity: commander.nextIdentity(), depth: commander.depth,
                    isDryRun: commander.isDryRun,
                    clock: cpl_clock(handle), log: context.log,
                    ledger: commander.ledger, grants: script.grants,
                    traceParent: commander.traceParent)
                call.takesJSON = true
                pending = PendingCall(call: call) { [call] in try await body(values, call) }
                return CPL_CALL_PENDING
            }
        } catch {
            if number >= 0 {
                commander?.trace?.answer(.failed(code: error.code.rawValue, message: error.message))
            }
            return fail(error)
        }
    }

    fileprivate func captures(of document: UnsafePointer<cpj_document>) -> cpl_call {
        do throws(PeriluneError) {
            capturedEvent.point(at: document)
            let found = try captures?(capturedEvent) ?? Captures()
            answer([.array(found.positions), .object(found.names)])
            return CPL_CALL_RETURNED
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
            if name == PromptSource.name {
                Array(PromptSource.lua(modules: context.modules).utf8).withUnsafeBufferPointer {
                    cpl_answer(handle, $0.baseAddress, $0.count)
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
            if let file = try script.companions.source(name) {
                modules.insert(name)
                let source = counting(file, path: path(ofModule: name))
                source.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
                return CPL_CALL_RETURNED
            }
            let modules = builtIn + context.modules.map(\.name)
            throw PeriluneError(
                "script.require",
                "there is no module '\(name)': neither a host module (\(modules.joined(separator: ", "))) nor a file \(name).lua beside the script"
            )
        } catch {
            return fail(error)
        }
    }

    private func answer(_ value: Value) {
        writer.removeAll()
        writer.write(value)
        writer.bytes.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
    }

    func fail(_ error: PeriluneError) -> cpl_call {
        answer(error.asScriptsSeeIt)
        return CPL_CALL_FAILED
    }
}

extension PeriluneError {
    fileprivate static let memory = PeriluneError(
        "script.memory", "out of memory for a Lua state")

    fileprivate static let functionMemory = PeriluneError(
        "script.memory", "not enough memory for the script's modules",
        hint: "raise the memory limit: --memory-limit, or limits.memory in perilune.lua")

    /// The error as a table for scripts that catch it.
    var asScriptsSeeIt: Value {
        var members: Value.Members = .init([
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ])
        if let hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}

/// An async host call that has not been answered.
struct PendingCall: Sendable {
    let call: AsyncHostCall
    let body: @Sendable () async throws -> Value?
}

func luaState(_ context: UnsafeMutableRawPointer?) -> LuaState? {
    context.map { Unmanaged<LuaState>.fromOpaque($0).takeUnretainedValue() }
}

private let callHost:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<UInt8>?, Int
    ) -> cpl_call = { context, _, function, arguments, length in
        let bytes = UnsafeBufferPointer(start: arguments, count: length)
        return luaState(context)?.call(Int(function), bytes) ?? CPL_CALL_FAILED
    }

private let readSource:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int) ->
        cpl_call = { context, _, name, length in
            luaState(context)?.source(name.map { String(cString: $0) } ?? "") ?? CPL_CALL_FAILED
        }

private let readCaptures:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<cpj_document>?
    ) -> cpl_call = { context, _, document in
        document.flatMap { luaState(context)?.captures(of: $0) } ?? CPL_CALL_FAILED
    }
