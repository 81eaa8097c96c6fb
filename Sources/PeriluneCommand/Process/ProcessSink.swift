import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneStore

/// Writes the results of a log: emitted values, records, quarantine, problems and progress.
struct ProcessSink: LogProcessor.Sink {
    private let output: OutputFile?
    /// The format of the default output.
    private let format: RowFormat
    /// Counts the members for the columns of the output.
    private let columns: NamedMembers?
    /// The named outputs with their files.
    private let named: [String: OutputFile?]
    private let records: OutputFile?
    private let quarantine: OutputFile?
    private let files: [OutputFile]
    private let terminal: Terminal
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// The problems that were shown, with the number of repetitions.
    private var problems: [Problem] = []
    private(set) var summary = Summary()
    private var progress: ProgressLine?
    /// The name of the codec, for hints.
    var codec = "cloudevents"
    /// The number of values for the default output that are not written anywhere.
    private(set) var unwritten = 0
    /// Stops the run when too many events have failed.
    private let limit: QuarantineLimit

    /// The maximum number of problems to show; others are counted.
    private static let shown = 10

    init(
        output: String?, format: RowFormat = .json, named: [NamedOutput], records: String?,
        quarantine: String?, limit: QuarantineLimit, inputs: [String], run: LogRun?,
        terminal: Terminal, progress: Bool
    ) throws(PeriluneError) {
        // An output must not overwrite an input or another output. Files that the run has created since `check` are
        // inputs, too.
        let taken = FileSet(exactly: inputs)
        var written: [FileIdentity] = []
        func open(_ path: String?) throws(PeriluneError) -> OutputFile? {
            guard let path else { return nil }
            if let identity = FileIdentity(path: path), written.contains(identity) {
                throw PeriluneError(
                    "output.twice", "two outputs name this file", at: .init(file: path),
                    hint: "name another file for one of them")
            }
            let file = try OutputFile(
                path: path, continuingAt: run?.length(of: path) ?? 0, isPrivate: true
            ) { (identity) throws(PeriluneError) in
                // Standard output may be redirected to such a file, too.
                try taken.refuse(identity, openedAt: path)
            }
            if let identity = FileIdentity(path: path) { written.append(identity) }
            return file
        }
        let main = try open(output)
        var byName: [String: OutputFile?] = [:]
        for output in named { byName.updateValue(try open(output.file), forKey: output.name) }
        self.output = main
        self.format = format
        columns = NamedMembers(format)
        // The output of a resumed run already has a header.
        if main?.offset == 0, run?.isResumed != true || output != "-" {
            try main?.write(format.header)
        }
        self.named = byName
        self.records = try open(records)
        self.quarantine = try open(quarantine)
        files =
            ([main] + byName.sorted { $0.key < $1.key }.map(\.value)
            + [self.records, self.quarantine]).compactMap(\.self)
        self.limit = limit
        self.terminal = terminal
        start = clock.now
        self.progress = progress ? ProgressLine(terminal) : nil
    }

    /// Throws if an output is also an input, before anything is changed.
    static func check(_ outputs: [String], inputs: [String]) throws(PeriluneError) {
        let taken = FileSet(exactly: inputs)
        for output in outputs where output != "-" && taken.contains(output) {
            throw PeriluneError.outputIsInput(output)
        }
    }

    /// The time since the start, in seconds.
    var seconds: Double { (clock.now - start) / .seconds(1) }

    mutating func write(
        _ results: [BatchResult], of chunk: Chunk, log: String
    )
        throws(PeriluneError)
    {
        try writeEmitted(results.map(\.output))
        try write(results.map(\.records), to: records)
        try write(results.map(\.quarantine), to: quarantine)
        for result in results { summary += result.summary }
        summary.bytes += chunk.count
        for problem in results.flatMap(\.problems) { show(problem, log) }
        let now = seconds
        progress?.update(summary, chunk, seconds: now)
        limit.note(failed: summary.failed, log, after: chunk)
    }

    mutating func flush() throws(PeriluneError) {
        for file in files { try file.flush() }
    }

    mutating func sync() throws(PeriluneError) -> [OutputMark] {
        var marks: [OutputMark] = []
        for file in files {
            try file.sync()
            guard let identity = file.identity else { continue }
            marks.append(OutputMark(path: file.name, file: identity, length: file.offset))
        }
        return marks
    }

    private static func kind(of problem: Problem) -> String {
        let place = problem.error.place.description
        return place.isEmpty ? "of \(problem.error.code.rawValue)" : "at \(place)"
    }

    /// Closes the files.
    mutating func finish() throws(PeriluneError) {
        progress?.clear()
        // Messages at one place may differ, for example in a value.
        var repetitions: [String: Int] = [:]
        for problem in problems where problem.repetitions > 0 {
            repetitions[Self.kind(of: problem), default: 0] += problem.repetitions
        }
        for problem in problems {
            let kind = Self.kind(of: problem)
            guard let count = repetitions.removeValue(forKey: kind) else { continue }
            terminal.show("... and \(Counted.digits(count)) more \(kind)\n")
        }
        let told = problems.reduce(0) { $0 + 1 + $1.repetitions }
        if summary.errors > told {
            terminal.show("\(Counted(summary.errors - told, "more error")) not shown\n")
        }
        for file in files { try file.finish() }
    }

    /// Warnings about probable mistakes in scripts and options, and their consequences.
    func warnings(_ logs: [String], codec: (any Codec)?, _ scripts: [Script]) -> [String] {
        summary.warnings(SimilarFields(logs, codec: codec), scripts)
            + (columns?.warnings(of: "output") ?? [])
            + (summary.total == 0 && summary.bytes > 0 ? codec?.missingElements ?? [] : [])
    }

    private mutating func writeEmitted(_ segments: [Segments]) throws(PeriluneError) {
        guard !named.isEmpty || !format.keepsLines || output == nil else {
            return try write(segments, to: output)
        }
        var unwritten = 0
        unsafe try forEach(segments) { (bytes) throws(PeriluneError) in
            unsafe try NamedLines.forEach(bytes) { (name, lines) throws(PeriluneError) in
                if let name {
                    if let file = named[name] ?? nil { unsafe try file.write(lines) }
                } else if output == nil {
                    unwritten += unsafe lines.count { $0 == UInt8(ascii: "\n") }
                } else if format.keepsLines {
                    unsafe try output?.write(lines)
                } else if let output {
                    unsafe try output.write(try format.bytes(ofLines: lines, noting: columns))
                }
            }
        }
        self.unwritten += unwritten
    }

    private func write(_ segments: [Segments], to file: OutputFile?) throws(PeriluneError) {
        guard let file else { return }
        unsafe try forEach(segments) { (bytes) throws(PeriluneError) in
            unsafe try file.write(bytes)
        }
    }

    private func forEach(
        _ segments: [Segments], _ body: (UnsafeRawBufferPointer) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        if segments.count == 1 {
            unsafe try segments[0].forEach(body)
        } else {
            unsafe try Segments.merge(segments, body)
        }
    }

    private mutating func show(_ problem: Problem, _ log: String) {
        if let known = problems.firstIndex(where: { $0.isRepeated(by: problem) }) {
            problems[known].repetitions += 1 + problem.repetitions
            return
        }
        guard problems.count < Self.shown else { return }
        problems.append(problem)
        progress?.clear()
        var error = problem.error
        let isOfScript = error.place.file != log
        if problem.event != nil, isOfScript {
            let hint = error.hint ?? LogHint.conversion(for: error, read: codec)
            let place = "the event is at \(log):\(problem.line)"
            error.hint = .hint(hint, and: place)
        }
        if problems.count == 1, problem.event == nil {
            error.hint = LogHint.text(for: error, in: log, read: codec)
        }
        terminal.report(error, event: problem.event)
    }
}
