internal import CPeriluneLua
internal import LuaSyntax
package import PeriluneCore
internal import PeriluneJSON

/// A Lua file that returns a table of plain values, such as a configuration, with the place of each part.
///
/// It runs in the sandbox of scripts, and can only use the module `json`, the given modules, and the files beside it.
package struct EvaluatedFile: Sendable {
    /// The file as the user named it.
    package let path: String
    /// The table.
    package let value: Value
    private let places: TablePlaces?
    private let lines: MaskedLines

    /// The time limit; a file that only creates values needs no more.
    private static let limits = ScriptLimits(time: .milliseconds(2000))

    /// Runs a file.
    package init(_ script: Script, modules: [HostModule] = []) throws(PeriluneError) {
        path = script.path
        lines = MaskedLines(script: script.source, isConfiguration: true)
        places = try? TablePlaces(script.source)
        var script = script
        script.limits = Self.limits
        do {
            let context = WorkerContext(
                worker: 0, modules: modules, log: SilentLog(), store: NoStateStore(), seed: 0)
            let state = try LuaState(
                script, LuaWorker(), context, builtIn: [BuiltInModules.json])
            value = try state.evaluate()
        } catch {
            throw Self.translated(error, path, places, lines)
        }
    }

    /// The place of a part, such as `scripts[1].limits.time`, counted from 1; if it is not found, that of the part
    /// around it.
    package func place(of part: String) -> PeriluneError.Place {
        Self.place(places?.position(of: Self.steps(part)), path, lines)
    }

    /// The place of `return`, for errors without a more specific place.
    package var end: PeriluneError.Place { place(of: "") }

    private static func place(
        _ position: Position?, _ path: String, _ lines: MaskedLines
    ) -> PeriluneError.Place {
        guard let position else { return PeriluneError.Place(file: path) }
        var place = PeriluneError.Place(
            file: path, line: position.line, column: position.column,
            sourceLine: lines.text(ofLine: position.line))
        place.isMasked = true
        return place
    }

    /// Converts an error of Lua into one of the configuration.
    private static func translated(
        _ error: PeriluneError, _ path: String, _ places: TablePlaces?, _ lines: MaskedLines
    ) -> PeriluneError {
        var error = error
        if error.place.line == nil, error.place.file == path || error.place.file == nil {
            // The bridge gives no line for errors in the returned table.
            var position = places?.position(of: [])
            if error.message.contains("with both string keys and list elements"),
                let mixed = places?.mixed
            {
                error.message = "a table has both named fields and list elements"
                error.hint = "name every field, or none: { path = \"a.lua\", priority = 1 }"
                position = mixed
            } else if error.message.hasSuffix("cannot be represented in JSON") {
                error.hint = "use strings, numbers, booleans and tables of them"
                position = places?.function ?? position
            }
            error.place = place(position, path, lines)
        } else if error.place.file == path, let line = error.place.line {
            error.place.sourceLine = lines.text(ofLine: line)
            error.place.isMasked = true
        }
        error.message = error.message.replacingScript
        return error
    }

    private static func steps(_ part: String) -> [TableStep] {
        var steps: [TableStep] = []
        for piece in part.split(separator: ".") {
            let parts = piece.split(separator: "[")
            guard let name = parts.first else { continue }
            steps.append(.name(String(name)))
            for index in parts.dropFirst() {
                if let number = Int(index.dropLast()) { steps.append(.element(number)) }
            }
        }
        return steps
    }
}

extension String {
    /// The message with the words of the bridge for a script replaced.
    fileprivate var replacingScript: String {
        replacing(".lua beside the script", with: ".lua beside the file")
    }
}
