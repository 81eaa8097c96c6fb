import PeriluneCore
import PeriluneFiles
import Synchronization

/// Writes values to files whose names depend on them.
///
/// No file stays open between batches. Each value is written exactly once, also after a crash: see ``FileSinkJournal``.
final class FileSink: NoticingSink, FileWritingSink {
    let name: String
    private let template: FileNameTemplate
    private let format: RowFormat
    private let rotation: Rotation?
    /// Files that must not be written.
    private let inputs: InputFiles
    private let journal = Mutex<FileSinkJournal?>(nil)
    private let maxFiles: Int
    /// The number of values that are in other files than their own, because of this limit.
    private let misplaced = Atomic(0)
    /// The members that its template and its columns name.
    private let named: Mutex<(template: NamedMembers, columns: NamedMembers?)>

    init(
        name: String, _ template: FileNameTemplate, _ format: RowFormat, rotation: Rotation?,
        maxFiles: Int, inputs: InputFiles = InputFiles([])
    ) {
        self.name = name
        self.inputs = inputs
        self.template = template
        self.format = format
        self.rotation = rotation
        self.maxFiles = maxFiles
        named = Mutex((NamedMembers(template.members), NamedMembers(format)))
    }

    var warnings: [String] {
        named.withLock { named in
            [named.template, named.columns].compactMap { $0?.warnings(of: "output '\(name)'") }
                .flatMap(\.self)
        } + limitWarnings
    }

    private var limitWarnings: [String] {
        let count = misplaced.load(ordering: .relaxed)
        return count == 0 ? [] : [NewFileLimit(maxFiles).warning(count, of: name)]
    }

    var notedValues: Int {
        named.withLock { max($0.template.values, $0.columns?.values ?? 0) }
    }

    func checkFile() throws(PeriluneError) {
        // A name that depends on values is known when they come.
        let path = template.fixedName ?? "\(template.folder).\(name).position"
        try SinkFile.check(path, of: name, makesFolders: true)
        if template.fixedName != nil, FileLength.of(path) > 0 { try format.check(headerOf: path) }
    }

    func write(_ batch: RecordBatch) async throws {
        try journal.withLock { known in
            do {
                var journal = try known ?? openJournal()
                known = nil
                try write(batch, &journal)
                known = journal
            } catch {
                known = nil
                throw error
            }
        }
    }

    private func openJournal() throws(PeriluneError) -> FileSinkJournal {
        if !template.folder.isEmpty { try Self.makeFolder(template.folder) }
        var journal = try FileSinkJournal(
            path: "\(template.folder).\(name).position", folder: template.folder, maxFiles: maxFiles)
        guard !journal.lengths.isEmpty else { return journal }
        for (path, length) in journal.lengths.sorted(by: { $0.key < $1.key }) {
            try FileLength.cut(path, to: length)
        }
        try journal.finish(journal.sequence, journal.number)
        return journal
    }

    private func write(
        _ batch: RecordBatch, _ journal: inout FileSinkJournal
    ) throws(PeriluneError) {
        let written = journal.sequence == batch.sequence ? journal.number : 0
        guard written < batch.last else { return }
        let (files, misplaced) = try contents(batch.values(after: written), &journal.newFiles)
        var lengths: [String: Int] = [:]
        for (path, _) in files {
            if inputs.contains(path) {
                throw PeriluneError.outputIsInput(path)
            }
            try Self.makeFolder(FilePath.folder(of: path))
            var length = FileLength.of(path)
            if length > 0 { try format.check(headerOf: path) }
            if let rotation, length >= rotation.size {
                try rotation.rotate(path)
                length = 0
            }
            lengths[path] = length
        }
        try journal.begin(lengths)
        for (path, bytes) in files {
            let length = lengths[path] ?? 0
            let file = try OutputFile(path: path, continuingAt: length, isPrivate: true)
            if length == 0 { try file.write(format.header) }
            try file.write(bytes)
            try file.finish()
        }
        try journal.finish(batch.sequence, batch.last)
        self.misplaced.add(misplaced, ordering: .relaxed)
    }

    /// The content for each file, in the order of the names, and the number of values that are in other files than
    /// their own.
    private func contents(
        _ values: [SinkValue], _ newFiles: inout NewFileLimit
    ) throws(PeriluneError) -> (files: [(path: String, bytes: [UInt8])], misplaced: Int) {
        let now = Timestamp.now
        var misplaced = 0
        var files: [String: [UInt8]] = [:]
        try named.withLock { (named) throws(PeriluneError) in
            for value in values {
                var name = try template.name(for: value.json, at: now, noting: named.template)
                if template.dependsOnValues, !newFiles.allows(name, at: now) {
                    name = template.nameWithoutFields(at: now)
                    misplaced += 1
                }
                let line = format == .cloudevents ? value.event(of: self.name)[...] : value.json
                files[name, default: []] += try format.bytes(of: line, noting: named.columns)
            }
        }
        return (files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, misplaced)
    }

    private static func makeFolder(_ path: String) throws(PeriluneError) {
        if !path.isEmpty, !FolderTree.isFolder(path) { try OwnerFile.makeFolder(path) }
    }
}
