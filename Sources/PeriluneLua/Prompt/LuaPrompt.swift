internal import CPeriluneLua
package import PeriluneCore
internal import PeriluneJSON

/// A script's sandbox with one event, for running chunks of Lua one after the other.
///
/// Limits apply to each chunk. What chunks put into `state` is not saved.
package final class LuaPrompt {
    private let script: Script
    private let context: WorkerContext
    private let isDryRun: Bool
    private let worker = LuaWorker()
    private(set) var state: LuaState
    private let event = JSONEvent()
    private let output = JSONBuffer()
    private var commander: Commander
    private let clock = ContinuousClock()
    private static let modules = BuiltInModules.all + [PromptSource.module]

    /// Loads the script; without a script, `delegate` is one that does nothing.
    package init(
        _ script: Script?, modules: [HostModule], log: any LogSink, store: any StateStore,
        seed: UInt64 = 0, outputs: [String] = [], isDryRun: Bool = true
    ) throws(PeriluneError) {
        self.script =
            script ?? Script(name: "(no script)", source: "return { execute = function() end }")
        self.isDryRun = isDryRun
        context = WorkerContext(
            worker: 0, modules: modules, log: log, store: store, seed: seed, outputs: outputs)
        commander = Commander(output: output, isDryRun: isDryRun)
        state = try LuaState(self.script, worker, context, builtIn: Self.modules)
        try state.load()
        try load(Event(id: "prompt", source: "prompt", type: "prompt"))
    }

    /// Sets the event that chunks see.
    package func load(_ event: Event) throws(PeriluneError) {
        _ = cpl_finish(state.handle, false)
        try self.event.read(copy: event.json)
        try begin()
    }

    private func begin() throws(PeriluneError) {
        commander = Commander(output: output, isDryRun: isDryRun)
        commander.begin(event, depth: 0)
        commander.act(as: "prompt")
        var input = cpl_event(event, commander)
        guard cpl_begin(state.handle, &input) else { throw state.lastError() }
    }

    /// Compiles and runs a chunk or an expression.
    package func run(_ text: String) async -> Evaluation {
        let start = clock.now
        output.truncate(to: 0)
        let effects = commander.effects.count
        let published = commander.published.count
        var evaluation = Evaluation()
        var reply = cpl_reply()
        var status = Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cpl_run_chunk(
                    state.handle, $0.baseAddress, $0.count, Self.buffer(of: output), &reply)
            }
        }
        while status == CPL_SUSPENDED {
            guard let frame = reply.frame, let pending = state.pending else { break }
            state.pending = nil
            let answer = await LuaSuspension.Answer(pending)
            for effect in pending.call.effects { commander.add(performed: effect) }
            status = answer.json.withUnsafeBufferPointer { bytes in
                cpl_resume(
                    state.handle, frame, answer.failed,
                    answer.json.isEmpty ? nil : bytes.baseAddress, bytes.count,
                    Self.buffer(of: output), &reply)
            }
        }
        evaluation.shown = shown()
        if status == CPL_OK {
            evaluation.reply = LuaDelegate.reply(reply)
            evaluation.effects = Array(commander.effects.dropFirst(effects))
        } else {
            fail(&evaluation, status, text)
        }
        evaluation.published = Array(commander.published.dropFirst(published))
        evaluation.emitted = output.withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
        evaluation.microseconds = (clock.now - start).microseconds
        return evaluation
    }

    private func fail(_ evaluation: inout Evaluation, _ status: cpl_status, _ text: String) {
        var error = state.lastError()
        if error.place.file == "prompt", let line = error.place.line {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            if line > 0, line <= lines.count { error.place.sourceLine = String(lines[line - 1]) }
        }
        // Lua would accept a line break in the string, and fail on the next line.
        let isUnfinished =
            error.message.hasSuffix("<eof>") && !error.message.contains("unfinished string")
        evaluation.isComplete = status != CPL_ERROR_SYNTAX || !isUnfinished
        evaluation.error = error
        guard state.isSpent else { return }
        evaluation.isRestarted = true
        do {
            state = try LuaState(script, worker, context, builtIn: Self.modules)
            try state.load()
            try begin()
        } catch {
            evaluation.error = error
        }
    }

    /// The possible completions of the last name in a text.
    package func names(for text: String) -> [String] {
        let status = Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cpl_complete(state.handle, $0.baseAddress, $0.count)
            }
        }
        guard status == CPL_OK else { return [] }
        return shown().split(separator: "\n").map { String($0) }
    }

    private func shown() -> String {
        var length = 0
        let bytes = cpl_shown(state.handle, &length)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    private static func buffer(of output: JSONBuffer) -> UnsafeMutablePointer<cpj_buffer> {
        output.address.assumingMemoryBound(to: cpj_buffer.self)
    }
}

/// The result of a chunk at a prompt.
package struct Evaluation: Sendable {
    /// Whether the text was a complete chunk; if not, more lines must follow.
    package var isComplete = true
    /// What it printed, followed by its values in the notation of Lua.
    package var shown = ""
    /// The lines that it emitted, see `EmittedLine`.
    package var emitted: [String] = []
    /// Its effects, carried out or described.
    package var effects: [Effect] = []
    /// The events that it published, which are not processed.
    package var published: [Event] = []
    /// Its reply to the commander.
    package var reply: Reply?
    /// Its error.
    package var error: PeriluneError?
    /// Whether it exceeded a limit, so that the state was replaced and everything from earlier chunks is lost.
    package var isRestarted = false
    /// The running time of the chunk.
    package var microseconds = 0
}
