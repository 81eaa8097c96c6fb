import PeriluneFiles

/// The file of a query in a folder: its name and an ending.
enum QueryFile {
    /// The path of a query's file; `nil` if it does not exist.
    static func path(_ query: String, _ ending: String, in folder: String) -> String? {
        // The name comes from metadata: it must not lead out of the folder.
        guard !query.isEmpty, !query.hasPrefix("."), query.utf8.count <= 200,
            !query.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 })
        else { return nil }
        let path = "\(folder)/\(query).\(ending)"
        return TextFile.exists(path) ? path : nil
    }
}
