import Arguments
import Perilune
import PeriluneCore
import Synchronization

/// Files of plugins that a server reads at its start only.
final class StartFiles: Sendable {
    private let marks: Mutex<[(file: String, marks: FileMarks)]>

    /// The files of the options and the configuration, as they are now.
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
