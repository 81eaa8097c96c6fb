import PeriluneCore
import PeriluneFiles
import Synchronization

/// Writes values to files whose names depend on them.
///
/// No file stays open between batches. Each value is written exactly once, also after a crash: see ``FileSinkJournal``. Names
/// that lead to one file by links share it: see ``FileNames``.
final class FileSink: NoticingSink, FileWritingSink {
    let name: String
    private let template: FileNameTemplate
    private let format: RowFormat
    private let rotation: Rotation?
    /// Files that must not be written.
    private let inputs: FileSet
    private let journal = Mutex<FileSinkJournal?>(nil)
    private let journalPath: String
    private let maxFiles: Int
    /// The values that are in other files than their own.
    private let misplaced = Mutex(Misplaced())
    /// The members that its template and its columns name.
    private let named: Mutex<(template: NamedMembers, columns: NamedMembers?)>

    init(
        name: String, _ template: FileNameTemplate, _ format: RowFormat, rotation: Rotation?,
        maxFiles: Int, inputs: FileSet = FileSet([])
    ) {
        self.name = name
        self.inputs = inputs
        self.template = template
        self.format = format
        self.rotation = rotation
        self.maxFiles = maxFiles
        journalPath = FileNameTemplate.journal(of: name, in: template.folder)
        named = Mutex((NamedMembers(template.members), NamedMembers(format)))
    }

    var isNamedByValues: Bool { template.dependsOnValues }

    deinit { FileOwners.shared.release(self) }

    var warnings: [String] {
        named.withLock { named in
            [named.template, named.columns].compactMap { $0?.warnings(of: "output '\(name)'") }
                .flatMap(\.self)
        } + misplaced.withLock { $0.warnings(of: name, maxFiles: maxFiles) }
    }

    var notedValues: Int {
        named.withLock { max($0.template.values, $0.columns?.values ?? 0) }
    }

    func checkFile() throws(PeriluneError) {
        // A name that depends on values is known when they come.
        let path = template.fixedName ?? journalPath
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
            path: journalPath, folder: template.folder, maxFiles: maxFiles)
        guard !journal.lengths.isEmpty else { return journal }
        for (path, length) in journal.lengths {
            try FileLength.cut(path.string, to: length)
        }
        try journal.finish(journal.sequence, journal.number)
        return journal
    }

    private func write(
        _ batch: RecordBatch, _ journal: inout FileSinkJournal
    ) throws(PeriluneError) {
        let written = journal.sequence == batch.sequence ? journal.number : 0
        guard written < batch.last else { return }
        let secrets = FileSet(exactly: SecretFiles.paths)
        let (files, misplaced) = try contents(
            batch.values(after: written), &journal.newFiles, secrets)
        var lengths: [ByteString: Int] = [:]
        for (path, _) in files {
            if inputs.contains(path) || secrets.contains(path) {
                throw PeriluneError.outputIsInput(path)
            }
            if let other = FileOwners.shared.claim(path, by: self) { throw taken(path, other) }
            try Self.makeFolder(FilePath.folder(of: path))
            var length = FileLength.of(path)
            if length > 0 { try format.check(headerOf: path) }
            if let rotation, length >= rotation.size {
                // The file that a link leads to, so that other names of it stay names of the same file.
                try rotation.rotate(
                    FilePath.linkTarget(of: path) == nil ? path : FilePath.real(path))
                length = 0
            }
            lengths[ByteString(path)] = length
        }
        try journal.begin(lengths)
        var opened: [FileIdentity: String] = [:]
        for (path, bytes) in files {
            let length = lengths[ByteString(path)] ?? 0
            let file = try OutputFile(path: path, continuingAt: length, isPrivate: true) {
                (identity) throws(PeriluneError) in
                // A link may be newer than the look at the names.
                if let other = opened.updateValue(path, forKey: identity) {
                    throw taken(path, FileOwners.Owner(self, other))
                }
                let other = FileOwners.shared.open(identity, as: path, by: self)
                if let other { throw taken(path, other) }
            }
            if length == 0 { try file.write(format.header) }
            try file.write(bytes)
            try file.finish()
        }
        try journal.finish(batch.sequence, batch.last)
        self.misplaced.withLock { $0.add(misplaced) }
    }

    /// The content for each file, in the order of the names, and the values that are in other files than their own.
    private func contents(
        _ values: [SinkValue], _ newFiles: inout NewFileLimit, _ secrets: FileSet
    ) throws(PeriluneError) -> (files: [(path: String, bytes: [UInt8])], misplaced: Misplaced) {
        let now = Timestamp.now
        var misplaced = Misplaced()
        var choices: [ByteString: FileChoice] = [:]
        // Names that only look the same are different files.
        var files: [ByteString: [UInt8]] = [:]
        var names = FileNames()
        try named.withLock { (named) throws(PeriluneError) in
            for value in values {
                var name = try template.name(
                    for: value.json, at: now, noting: named.template.ifNew(value))
                if template.dependsOnValues {
                    let choice =
                        choices[ByteString(name)] ?? choice(of: name, at: now, &newFiles, secrets)
                    choices[ByteString(name)] = choice
                    misplaced.count(choice)
                    if choice != .own { name = template.nameWithoutFields(at: now) }
                }
                let line = format == .cloudevents ? value.event(of: self.name)[...] : value.json
                files[names.writtenName(for: name), default: []] += try format.bytes(
                    of: line, noting: named.columns?.ifNew(value))
            }
        }
        return (
            files.map { ($0.key.string, $0.value) }.sorted { $0.path < $1.path }, misplaced
        )
    }

    /// Whether a value can be written to the file that it names.
    private func choice(
        of path: String, at now: Timestamp, _ newFiles: inout NewFileLimit, _ secrets: FileSet
    ) -> FileChoice {
        let isPossible =
            (try? SinkFile.check(path, of: name, makesFolders: true)) != nil
            && !inputs.contains(path) && !secrets.contains(path) && !path.hasSuffix(".lua")
            && FilePath.real(path) != FilePath.real(journalPath)
            && !(rotation != nil && Rotation.isRotated(path))
        if !isPossible { return .unwritable }
        // The limit first, because owners are remembered: any number of names may come.
        guard newFiles.allows(path, at: now) else { return .beyondLimit }
        return FileOwners.shared.claim(path, by: self) == nil ? .own : .unwritable
    }

    /// The error for a file that has another name, or that another output writes.
    private func taken(_ path: String, _ other: FileOwners.Owner) -> PeriluneError {
        PeriluneError(
            "output.twice",
            "the file is also \(other.path) of the output '\(other.output)', which writes it",
            at: .init(file: path), hint: "name different files, or remove the link")
    }

    private static func makeFolder(_ path: String) throws(PeriluneError) {
        if !path.isEmpty, !FolderTree.isFolder(path) { try OwnerFile.makeFolder(path) }
    }
}
