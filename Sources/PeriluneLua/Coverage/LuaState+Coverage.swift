internal import CPeriluneLua
internal import PeriluneCore

extension LuaState {
    /// The source to load instead of the file's own; with coverage, it also counts the lines that
    /// run.
    func counting(_ source: [UInt8], path: String) -> [UInt8] {
        let text = ScriptText.compilable(source)
        return script.coverage?.counting(text, path: path) ?? text
    }

    /// The path of a module beside the script; a name with a slash is one already, but for its ending.
    func path(ofModule name: String) -> String {
        if name.contains("/") { return name + ".lua" }
        let folder = script.path.lastIndex(of: "/").map { String(script.path[...$0]) } ?? ""
        return folder + name.replacing(".", with: "/") + ".lua"
    }

    /// Hands over what has been counted so far.
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
