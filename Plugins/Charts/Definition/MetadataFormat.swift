package import PeriluneCore

/// A language in which the metadata of a dashboard are written.
package enum MetadataFormat: String, CaseIterable {
    case xml, json, lua

    /// The text of a dashboard.
    package func text(_ dashboard: Dashboard) throws(PeriluneError) -> [UInt8] {
        switch self {
        case .xml: try dashboard.node.xml()
        case .json: Array("\(dashboard.node.value.json)\n".utf8)
        case .lua: Array(DefinitionWriter.text(dashboard).utf8)
        }
    }
}
