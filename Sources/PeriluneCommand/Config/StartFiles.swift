import Arguments
import Perilune
import PeriluneCore
import Synchronization

/// The files of plugins that a server reads only when it starts.
final class StartFiles: Sendable {
    private let marks: Mutex<[(file: String, marks: FileMarks)]>

    /// Records the current state of the files in the options and the configuration.
    init(_ values: Values) {
        let settings = CommandPlugins.sections.map(\.name).filter { $0 != "crm" }
        let files = settings.flatMap { values.strings($0) } + PluginOptions.libraries(values)
        marks = Mutex(files.map { ($0, FileMarks([$0])) })
    }

    /// The files that have been written since the last call, or since the start.
    func takeChanged() -> [String] {
        marks.withLock { marks in
            marks.indices.compactMap { index in
                let (file, before) = marks[index]
                marks[index].marks = FileMarks([file])
                return marks[index].marks == before ? nil : file
            }
        }
    }
}
