internal import CPeriluneLua
internal import PeriluneCore

extension LuaState {
    /// The source to load for a file; with coverage, it contains counters.
    func counting(_ source: [UInt8], path: String) -> [UInt8] {
        let text = ScriptText.compilable(source)
        return script.coverage?.counting(text, path: path) ?? text
    }

    /// The path of a required module; a name with a slash only lacks the extension.
    func path(ofModule name: String) -> String {
        if name.contains("/") { return name + ".lua" }
        let folder = script.path.lastIndex(of: "/").map { String(script.path[...$0]) } ?? ""
        return folder + name.replacing(".", with: "/") + ".lua"
    }

    /// Passes the counts of the state to the coverage recorder.
    func reportCoverage() {
        guard let coverage = script.coverage else { return }
        report(script.path, as: script.path, to: coverage)
        for name in modules { report(name, as: path(ofModule: name), to: coverage) }
    }

    private func report(_ name: String, as path: String, to coverage: CoverageRecorder) {
        var counts = [UInt64](repeating: 0, count: coverage.counters(of: path))
        let room = counts.count
        let count = counts.withUnsafeMutableBufferPointer { counts in
            cpl_take_counts(handle, name, counts.baseAddress, room)
        }
        coverage.add(Array(counts.prefix(count)), path: path)
    }
}
