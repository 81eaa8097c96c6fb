import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// One version of the scripts that `diff` compares: a script, a folder, or either of them in a revision.
struct DiffVersion {
    /// As the user named it.
    let operand: String
    /// The scripts, in the order in which they are asked.
    var files: [File]
    /// The configuration of this version.
    let project: Project?

    /// A script, and the file that it was read from.
    struct File {
        /// The path in errors.
        let shown: String
        /// The path, relative to the working directory.
        let path: String
        /// The corresponding file of the other version.
        var counterpart: String?
        /// The name in records, which is the same in both versions.
        var name: String
        let source: [UInt8]
        let companion: @Sendable (String) throws(PeriluneError) -> [UInt8]?
    }

    private static let limit = ScriptLimits().sourceLength

    /// - Parameters:
    ///   - operand: A script, a folder, or either of them in a revision.
    ///   - values: With the configuration of the working directory, or the one that is named for both versions.
    /// - Throws: What is wrong with the names, the scripts or the configuration of the revision.
    init(_ operand: String, _ values: Values) throws {
        self.operand = operand
        // The operand may also be a file with a colon in its name.
        if !TextFile.exists(operand), let colon = operand.firstIndex(of: ":") {
            let revision = try GitRevision(String(operand[..<colon]))
            project =
                values.isGiven("config") || values.flag("no-config")
                ? values.project : try Self.project(in: revision)
            files = try Self.files(
                in: revision, String(operand[operand.index(after: colon)...]), operand)
        } else {
            project = values.project
            files = []
            for path in try ScriptFiles.expand([operand]) {
                let script = try Script(path)
                files.append(
                    File(
                        shown: path, path: path, name: script.name, source: script.source,
                        companion: { name throws(PeriluneError) in
                            try script.companions.source(name)
                        }))
            }
        }
    }

    private static func files(
        in revision: GitRevision, _ path: String, _ operand: String
    ) throws(PeriluneError) -> [File] {
        if let source = try revision.file(path) { return [file(revision, path, source)] }
        let folder = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
        let names = try revision.folder(path.isEmpty ? "." : folder)?.sorted() ?? []
        var files: [File] = []
        for name in names where ScriptFiles.isScript(name) {
            guard let source = try revision.file(folder + name) else { continue }
            files.append(file(revision, folder + name, source))
        }
        guard !files.isEmpty else {
            throw PeriluneError(
                "file.missing", "the revision has no script and no folder of scripts at this path",
                at: .init(file: operand),
                hint: "the path is relative to the working directory, as in 'git show REV:./PATH'")
        }
        return files
    }

    private static func file(
        _ revision: GitRevision, _ path: String, _ source: [UInt8]
    ) -> File {
        let folder = FilePath.folder(of: path)
        return File(
            shown: "\(revision.name):\(path)", path: path, name: FilePath.name(of: path),
            source: source
        ) { name throws(PeriluneError) in
            guard let file = Script.companionFile(name, in: folder) else { return nil }
            return try revision.file(file)
        }
    }

    /// The `perilune.lua` of a revision.
    private static func project(in revision: GitRevision) throws -> Project? {
        let found = try Configuration.find { (path) throws(PeriluneError) in
            try revision.file(path) != nil
        }
        guard let path = found, let source = try revision.file(path) else { return nil }
        let file = file(revision, path, source)
        let script = Script(
            path: path, source: source, limits: ScriptLimits(),
            companion: file.companion)
        do throws(ConfigurationError) {
            let configuration = try Configuration(
                file: path, script, in: revision, plugins: CommandPlugins.configurable)
            return Project(configuration, "diff")
        } catch {
            throw error.located(path, as: file.shown)
        }
    }

    /// The options of the command line, with this version's configuration for the others.
    func values(_ values: Values) -> Values {
        var values = values
        values.defaults = project
        return values
    }

    /// The scripts, named by their paths so that messages that contain names can be compared.
    func scripts(_ values: Values) -> [Script] {
        files.map { file in
            var script = Script(
                path: file.name, folder: FilePath.folder(of: file.path), source: file.source,
                limits: ScriptLimits(), companion: file.companion)
            let paths = [file.path, file.counterpart].compactMap(\.self)
            ScriptOptions.configure(&script, as: paths, values)
            return script
        }
    }

    /// The error, with the path of this version's file.
    func located(_ error: PeriluneError) -> PeriluneError {
        var error = error
        if let file = files.first(where: { $0.name == error.place.file }) {
            error.place.file = file.shown
        }
        return error
    }
}

/// Pairs the scripts of two versions.
struct DiffPairing {
    private(set) var old: DiffVersion
    private(set) var new: DiffVersion
    /// The old and the new name of a script that was renamed.
    private(set) var renamed: (old: String, new: String)?
    /// The names that only the old version has.
    let removed: [String]
    let added: [String]

    /// The deciders, with the names of the new version.
    func named(_ by: DifferenceSummary.Deciders) -> DifferenceSummary.Deciders {
        guard let renamed, by.new == renamed.old else { return by }
        return .init(old: by.old, new: renamed.new)
    }

    /// A difference, with the new version's names of the deciders.
    func named(_ difference: EventDifference) -> EventDifference {
        guard let renamed else { return difference }
        let fields = difference.fields.map { field in
            field.field == "by" && field.new == .string(renamed.old)
                ? FieldDifference("by", old: field.old, new: .string(renamed.new)) : field
        }
        return EventDifference(
            log: difference.log, line: difference.line, event: difference.event,
            type: difference.type, by: difference.by, fields: fields)
    }

    /// Pairs scripts with the same name, and a single remaining script of each version.
    ///
    /// The new script gets the old script's name, under which records, effects and state are compared.
    init(_ old: DiffVersion, _ new: DiffVersion) {
        self.old = old
        self.new = new
        let names = (Set(old.files.map(\.name)), Set(new.files.map(\.name)))
        let gone = old.files.map(\.name).filter { !names.1.contains($0) }
        let come = new.files.map(\.name).filter { !names.0.contains($0) }
        guard gone.count == 1, come.count == 1,
            let index = new.files.firstIndex(where: { $0.name == come[0] })
        else {
            (removed, added) = (gone, come)
            linkCounterparts()
            return
        }
        (removed, added) = ([], [])
        renamed = (gone[0], come[0])
        self.new.files[index].name = gone[0]
        linkCounterparts()
    }

    /// Gives a copy that is not in the configuration the settings of the file that it is compared with.
    private mutating func linkCounterparts() {
        for index in old.files.indices {
            guard let other = new.files.firstIndex(where: { $0.name == old.files[index].name })
            else { continue }
            old.files[index].counterpart = new.files[other].path
            new.files[other].counterpart = old.files[index].path
        }
    }
}
