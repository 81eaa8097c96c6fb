package import PeriluneCore

/// Outputs as the command line writes them: `errors=errors.jsonl`, `audit=sink:audit-log`.
extension NamedOutput {
    private static let sinkPrefix = "sink:"

    /// Reads the text; `nil` if it has no name or no value.
    package init?(text: String) {
        guard let equals = text.firstIndex(of: "="), Self.isName(String(text[..<equals])) else {
            return nil
        }
        let target = text[text.index(after: equals)...]
        let isSink = target.hasPrefix(Self.sinkPrefix)
        let rest = String(isSink ? target.dropFirst(Self.sinkPrefix.count) : target)
        if rest.isEmpty { return nil }
        self.init(String(text[..<equals]), isSink ? .sink(rest) : .file(rest))
    }

    /// The text that is read as this output.
    package var text: String {
        switch destination {
        case .caller: name
        case .file(let path): "\(name)=\(path)"
        case .sink(let sink): "\(name)=\(Self.sinkPrefix)\(sink)"
        }
    }
}
