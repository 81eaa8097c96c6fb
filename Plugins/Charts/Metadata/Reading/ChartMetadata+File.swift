import PeriluneCore
import PeriluneFiles
import PeriluneJSON

extension ChartMetadata {
    /// Reads a metadata file: XML, a property list or JSON, distinguished by their first bytes, or Lua by its name.
    package init(file path: String?) {
        guard let path, !path.isEmpty else {
            self.init(issues: [ChartIssue(.pathNotSpecified)])
            return
        }
        guard TextFile.exists(path) else {
            self.init(
                issues: [
                    ChartIssue(
                        .fileNotFound(file: path), at: .init(file: path),
                        hint: "check the path; it is relative to the working directory")
                ])
            return
        }
        do throws(PeriluneError) {
            guard !path.hasSuffix(".lua") else {
                self.init(lua: path)
                return
            }
            let bytes = try TextFile.read(path, limit: 8 << 20, what: "metadata file")
            switch Self.format(of: bytes) {
            case .xml: self.init(xml: bytes, file: path)
            case .propertyList: self.init(propertyList: bytes, file: path)
            case .json: self.init(dictionary: try Value(json: bytes), file: path)
            }
        } catch {
            let issue =
                error.code == "file.read"
                ? ChartIssue(.other(error.message), at: error.place, hint: error.hint)
                : ChartIssue(format: error, file: path)
            self.init(issues: [issue])
        }
    }

    private enum Format { case xml, propertyList, json }

    private static func format(of bytes: [UInt8]) -> Format {
        let start = bytes.prefix(2000)
        if start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
            return .json
        }
        // UTF-16 has a NUL in each ASCII character.
        let letters = Array(start.filter { $0 != 0 })
        let isList =
            letters.starts(with: "bplist".utf8) || letters.firstRange(of: "<plist".utf8) != nil
        return isList ? .propertyList : .xml
    }
}
