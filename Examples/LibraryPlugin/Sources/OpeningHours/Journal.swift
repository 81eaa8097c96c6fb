import Glibc
import PeriluneLibrary

/// Makes sinks that append to a file: `outputs = { doors = { sink = "journal", file = "doors.jsonl" } }`.
struct JournalFactory: RecordSinkFactory {
    let name = "journal"
    let summary = "a file with a value per line"

    func sink(
        named output: String, _ options: SinkOptions
    ) throws(PeriluneError) -> any RecordSink {
        guard let file = options.values["file"]?.string else {
            throw PeriluneError(
                "opening-hours.journal", "'file' is missing",
                hint: "write { sink = \"journal\", file = \"\(output).jsonl\" }")
        }
        let path = file.hasPrefix("/") ? file : options.folder + file
        return Journal(name: output, path: path)
    }
}

/// Appends each value once. Line N of the file is value N, so the file itself tells which values it has.
actor Journal: RecordSink {
    nonisolated let name: String
    private let path: String
    private var file: (descriptor: Int32, lines: Int64)?

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    deinit { if let file { close(file.descriptor) } }

    func write(_ batch: RecordBatch) async throws {
        var (descriptor, lines) = try file ?? open()
        let values = batch.records.split(separator: UInt8(ascii: "\n"))
        let new = values.dropFirst(Int(max(0, lines + 1 - batch.first)))
        let bytes = Array(new.map { $0 + [UInt8(ascii: "\n")] }.joined())
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
        else {
            // The next attempt removes a line that was written in part.
            let problem = self.problem
            close(descriptor)
            file = nil
            throw problem
        }
        lines += Int64(new.count)
        file = (descriptor, lines)
    }

    /// Opens the file, removes a line without an end, and counts the others.
    private func open() throws(PeriluneError) -> (descriptor: Int32, lines: Int64) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var (length, end, lines) = (0, 0, Int64(0))
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            for (index, byte) in buffer[..<count].enumerated() where byte == UInt8(ascii: "\n") {
                end = length + index + 1
                lines += 1
            }
            length += count
        }
        guard ftruncate(descriptor, end) == 0 else { throw problem }
        return (descriptor, lines)
    }

    private var problem: PeriluneError {
        PeriluneError(
            "opening-hours.journal", "cannot write to \(path): \(String(cString: strerror(errno)))")
    }
}
