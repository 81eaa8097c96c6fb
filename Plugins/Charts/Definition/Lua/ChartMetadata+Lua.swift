import PeriluneCore
import PeriluneFiles
import PeriluneLua

extension ChartMetadata {
    /// Reads a dashboard that a Lua file defines: `return charts.define { … }`.
    init(lua path: String) {
        do throws(PeriluneError) {
            let file = try EvaluatedFile(try Self.script(path), modules: [Self.module])
            var reader = DefinitionReader(file)
            let node = reader.root()
            self.init(node: node, file: path, issues: reader.issues)
        } catch {
            var place = error.place
            if place.file == nil { place.file = path }
            self.init(issues: [ChartIssue(.other(error.message), at: place, hint: error.hint)])
        }
    }

    private static func script(_ path: String) throws(PeriluneError) -> Script {
        let folder = FilePath.folder(of: path)
        let source = try TextFile.read(path, limit: limit, what: "Lua file")
        return Script(
            path: path, folder: folder, source: source, limits: ScriptLimits(), isFile: true
        ) { (name) throws(PeriluneError) in
            guard let file = Script.companionFile(name, in: folder) else { return nil }
            return try ScriptFiles.module(file, of: path, limit: limit)
        }
    }

    private static let limit = 1 << 20

    /// The module for definitions, besides `json`: without dashboards to act on.
    private static let module = HostModule(
        "charts", "Defines a dashboard.", [ChartsModule.define])
}

extension ChartsModule {
    /// `charts.define`, which returns its argument: the file returns it, and editors know its fields.
    static let define = HostFunction(
        "define",
        "Returns the definition of a dashboard, which a file returns that is opened with --charts or `charts render`.",
        [
            .init(
                "dashboard", class: DefinitionClasses.dashboard,
                "items, variables, filters and dashboardLayout, with the attributes of the metadata"
            )
        ], returns: DefinitionClasses.dashboard,
        .sync { arguments, _ in arguments.first })
}
