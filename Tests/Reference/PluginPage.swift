import Foundation
import PeriluneCore

/// `README.md` in the folder of a plugin: what the plugin brings, and what its folders contain.
struct PluginPage {
    /// The name of the folder.
    let name: String
    let text: String
    /// The names in the table "brings", by the first cell.
    let brings: [String: Set<String>]
    /// The folders in the other table.
    let folders: Set<String>

    private static let parent = ReferencePage.root.appending(path: "Plugins")

    /// One for each folder under Plugins.
    static func all() throws -> [PluginPage] {
        try folders(in: parent).sorted().map { try PluginPage($0) }
    }

    private init(_ name: String) throws {
        self.name = name
        text = try String(
            contentsOf: Self.parent.appending(path: "\(name)/README.md"), encoding: .utf8)
        var brings: [String: Set<String>] = [:]
        var folders: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = ReferencePage.cells(line)
            let label = cells.first ?? ""
            if label.hasPrefix("`") {
                folders.formUnion(ReferencePage.quoted(label))
            } else {
                brings[label] = Set(ReferencePage.quoted(cells.last ?? ""))
            }
        }
        self.brings = brings
        self.folders = folders
    }

    /// The folders that are there.
    func existingFolders() throws -> Set<String> {
        Set(try Self.folders(in: Self.parent.appending(path: name)))
    }

    private static func folders(in url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map(\.lastPathComponent)
    }
}

extension [PluginPage] {
    /// The page of a plugin, whose name is that of its folder, but for hyphens and capitals.
    func page(of plugin: any Plugin) -> PluginPage? {
        let name = plugin.name.replacing("-", with: "")
        return first { $0.name.lowercased() == name }
    }

    /// What all pages say in the rows of a name.
    func all(_ row: String) -> Set<String> {
        reduce(into: []) { $0.formUnion($1.brings[row] ?? []) }
    }
}
