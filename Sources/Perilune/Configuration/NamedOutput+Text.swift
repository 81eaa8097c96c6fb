package import PeriluneCore
internal import PeriluneJSON

/// The notation of outputs on the command line: `errors=errors.jsonl`, `audit=sink:audit-log`.
///
/// The options of a sink follow as JSON: `orders=sink:sqlite {"file":"orders.db"}`.
extension NamedOutput {
    private static let sinkPrefix = "sink:"

    /// Parses the text; `nil` if it has no name or no value.
    package init?(text: String) {
        guard let equals = text.firstIndex(of: "="), Self.isName(String(text[..<equals])) else {
            return nil
        }
        let target = text[text.index(after: equals)...]
        let isSink = target.hasPrefix(Self.sinkPrefix)
        let rest = String(isSink ? target.dropFirst(Self.sinkPrefix.count) : target)
        if rest.isEmpty { return nil }
        let name = String(text[..<equals])
        guard isSink else {
            self.init(name, .file(rest))
            return
        }
        guard let space = rest.firstIndex(of: " ") else {
            self.init(name, .sink(rest))
            return
        }
        let json = Array(rest[rest.index(after: space)...].utf8)
        guard var members = (try? Value(json: json))?.object else { return nil }
        let getsRecords = members["records"]?.bool ?? false
        members["records"] = nil
        let options = SinkOptions(.object(members), getsRecords: getsRecords)
        self.init(name, .sink(String(rest[..<space]), options))
    }

    /// The output in this notation.
    package var text: String {
        switch destination {
        case .caller: name
        case .file(let path): "\(name)=\(path)"
        case .sink(let sink, let options):
            "\(name)=\(Self.sinkPrefix)\(sink)" + (options.isEmpty ? "" : " " + options.json)
        }
    }
}

extension SinkOptions {
    /// The options as one object.
    fileprivate var json: String {
        var members = values.object ?? .init()
        if getsRecords { members["records"] = true }
        return Value.object(members).json
    }
}
