import Foundation
import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Metadata as the guide of the original shows it, one file for each example.
enum Fragments {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Golden/Metadata")

    static let wellFormed = names(in: folder)
    static let broken = names(in: folder.appending(path: "Broken")).map { "Broken/\($0)" }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    private static func names(in folder: URL) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".xml") }.sorted()
    }
}

/// Metadata of a dashboard with this inside.
func metadata(dashboard text: String) -> ChartMetadata {
    ChartMetadata(
        xml: Array("<MobileAnalytic><Dashboard>\n\(text)\n</Dashboard></MobileAnalytic>".utf8),
        file: "sales.xml")
}

/// A chart without fault; more stands behind its values.
func chart(_ name: String, _ more: String = "", type: String = "Column") -> String {
    """
    <Chart Name="\(name)" ChartType="\(type)" Query="Sales"><Category Column="Region"/>\
    <Values><Value Expression="Amount" ValueSequence="1"/></Values>\(more)</Chart>
    """
}
