internal import CPeriluneLua
internal import PeriluneCore
internal import PeriluneJSON

extension LuaDelegate {
    /// Runs `body` and traces what the script does meanwhile.
    func watch<Result>(
        _ trace: EventTrace, _ event: any EventContent, _ commander: Commander,
        _ body: () throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        // A script that exceeds a limit gets a new state, but the trace is in the old one.
        let state = state
        let start = commander.output.count
        let isWatched = cpl_trace_begin(state.handle)
        defer {
            cpl_trace_end(state.handle)
            var last = state.lastTrace(of: unsafeDowncast(event, to: JSONEvent.self))
            last.isCut = last.isCut || !isWatched
            trace.current.add(last)
            trace.current.emitted += Self.lines(of: commander, from: start)
        }
        return try body()
    }

    private static func lines(of commander: Commander, from start: Int) -> [String] {
        unsafeDowncast(commander.output, to: JSONBuffer.self).withBytes { bytes in
            bytes.dropFirst(start).split(separator: UInt8(ascii: "\n")).map { line in
                String(decoding: line, as: UTF8.self)
            }
        }
    }
}

extension LuaState {
    /// The trace of the last call.
    fileprivate func lastTrace(of event: JSONEvent) -> DelegateTrace {
        var trace = DelegateTrace()
        let cost = cpl_trace_cost(handle)
        trace.instructions = Int(cost.instructions)
        trace.allocated = cost.allocated
        trace.isCut = cost.is_cut
        trace.reads = reads(of: event)
        trace.files = files()
        return trace
    }

    /// The parts of the event that were read, without tables that were only traversed.
    private func reads(of event: JSONEvent) -> [DelegateTrace.Read] {
        var count = 0
        let reads = UnsafeBufferPointer(start: cpl_trace_reads(handle, &count), count: count)
        return reads.compactMap { read in
            if read.is_missing {
                let name = UnsafeRawBufferPointer(
                    start: withUnsafePointer(to: read) { cpl_trace_name(handle, $0) },
                    count: Int(read.name_length))
                let text = String(decoding: name, as: UTF8.self)
                return .init(path: event.path(to: text, in: read.node), found: .nothing)
            }
            if !read.is_whole, event.isTable(at: read.node) {
                let isOnTheWay = reads.contains { other in
                    other.is_missing && other.node == read.node
                        || event.contains(other.node, in: read.node)
                }
                if isOnTheWay { return nil }
            }
            return .init(path: event.path(to: read.node), found: event.found(at: read.node))
        }
    }

    private func files() -> [DelegateTrace.FileLines] {
        var files: [DelegateTrace.FileLines] = []
        var counts: UnsafePointer<UInt32>?
        var count = 0
        var last: UInt32 = 0
        while let name = cpl_trace_lines(handle, files.count, &counts, &count, &last) {
            var lines: [Int: Int] = [:]
            for (line, times) in UnsafeBufferPointer(start: counts, count: count).enumerated()
            where times > 0 {
                lines[line] = Int(times)
            }
            files.append(.init(file: String(cString: name), counts: lines, last: Int(last)))
        }
        return files
    }
}
