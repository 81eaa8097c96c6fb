import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// How far the files of a sink are written, in a file of its own.
///
/// Before a batch is written, the journal has the lengths of the files that it extends; afterwards, it has the number of
/// the last value. After a crash in between, the files are cut back to these lengths, and the batch is written again.
struct FileSinkJournal {
    let path: String
    private(set) var sequence = ""
    private(set) var number: Int64 = 0
    /// The lengths of the files before an unfinished batch.
    private(set) var lengths: [ByteString: Int] = [:]
    /// The new files of the current day.
    var newFiles: NewFileLimit

    /// Reads the journal of files in a folder; a missing one is empty.
    ///
    /// - Throws: If it cannot be read, or is not a journal.
    init(path: String, folder: String, maxFiles: Int) throws(PeriluneError) {
        self.path = path
        newFiles = NewFileLimit(maxFiles)
        guard let bytes = try OwnerFile.read(path, limit: 16 << 20) else { return }
        guard let value = try? Value(json: bytes), let sequence = value["sequence"]?.string,
            let number = value["number"]?.integer, number >= 0,
            let files = value["files"]?.object
        else { throw Self.damage(path) }
        self.sequence = sequence
        self.number = number
        // Earlier versions did not count.
        if let day = value["day"]?.integer, let count = value["newFiles"]?.integer {
            newFiles = NewFileLimit(maxFiles, day: day, count: Int(clamping: count))
        }
        for file in files.pairs {
            // Truncate only files that the sink itself can have written.
            guard let length = file.value.integer, length >= 0, file.name.hasPrefix(folder),
                !FilePath.parts(of: file.name).contains("..") || folder.contains("..")
            else { throw Self.damage(path) }
            lengths[ByteString(file.name)] = Int(length)
        }
    }

    private static func damage(_ path: String) -> PeriluneError {
        PeriluneError(
            "sink.journal", "the position of the output is damaged", at: .init(file: path),
            hint: "remove this file; the values of the last batch may then be written twice")
    }

    /// Notes what a batch is about to extend.
    mutating func begin(_ lengths: [ByteString: Int]) throws(PeriluneError) {
        self.lengths = lengths
        try write()
    }

    /// Notes that the values up to a number are on the disk.
    mutating func finish(_ sequence: String, _ number: Int64) throws(PeriluneError) {
        self.sequence = sequence
        self.number = number
        lengths = [:]
        try write()
    }

    private func write() throws(PeriluneError) {
        let files = lengths.map { ($0.key.string, Value.integer(Int64($0.value))) }
            .sorted { $0.0 < $1.0 }
        let value: Value = [
            "sequence": .string(sequence), "number": .integer(number),
            "files": .object(.init(files)), "day": .integer(newFiles.day),
            "newFiles": .integer(Int64(newFiles.count)),
        ]
        try OwnerFile.write(Array((value.json + "\n").utf8), to: path)
    }
}
