import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    private static let names = ["path", "url", "priority", "limits", "grants", "enabled"]

    /// Reads `scripts`; `grants` apply to entries without grants of their own.
    mutating func readScripts(_ scripts: Value?, grants: Value?) {
        let common = grants.map { readGrants($0, "grants") } ?? .all
        guard let scripts else { return }
        if scripts.string != nil { return add([(scripts, "scripts")], common) }
        guard let elements = scripts.elements else {
            return reportInvalid(
                "scripts", scripts, needs: "a list",
                hint: "scripts = { \"rules/links.lua\", { path = \"rules/crm\" } }")
        }
        let numbered = elements.enumerated().map { ($1, "scripts[\($0 + 1)]") }
        add(numbered, common)
    }

    private mutating func add(_ elements: [(Value, part: String)], _ common: Grants) {
        var parts: [String] = []
        for (element, part) in elements {
            guard let entry = entry(element, part, common) else { continue }
            entries.append(entry)
            parts.append(part)
        }
        assignFiles(parts)
    }

    private mutating func entry(
        _ value: Value, _ part: String, _ common: Grants
    ) -> ScriptEntry? {
        if let text = value.string, !text.isEmpty {
            return entry(text, part, part, .init(), common, nil)
        }
        guard value.object != nil else {
            reportInvalid(part, value, needs: "a file name, or a table with path")
            return nil
        }
        guard let members = members(of: value, part, Self.names) else { return nil }
        let limits = members["limits"].map { readLimits($0, "\(part).limits") }
        let grants = members["grants"].map { readGrants($0, "\(part).grants") }
        guard let path = members["path"] else {
            reportInvalid(
                part, .configurationValue, "\(part) has no path",
                hint: "write path = \"rules/links.lua\"; a folder or a pattern names several files")
            return nil
        }
        guard let path = text(path, "\(part).path") else { return nil }
        var priority: Int?
        if let value = members["priority"] {
            priority = number(value, "\(part).priority", in: -1_000_000...1_000_000)
                .map { Int($0) }
        }
        let url = members["url"].map { value -> Value in
            let rules = texts(value, "\(part).url", needs: "a link rule or a list of link rules")
            return .array(rules.map { .string($0.0) })
        }
        var isEnabled = true
        if let value = members["enabled"] {
            if value.bool == nil { reportInvalid("\(part).enabled", value, needs: "true or false") }
            isEnabled = value.bool ?? true
        }
        return entry(
            path, part, "\(part).path", limits ?? .init(), grants ?? common,
            grants.map { _ in "\(part).grants" }, priority: priority, url: url,
            isEnabled: isEnabled)
    }

    private mutating func entry(
        _ path: String, _ part: String, _ pathPart: String, _ limits: ScriptEntry.Limits,
        _ grants: Grants, _ grantsPart: String?, priority: Int? = nil, url: Value? = nil,
        isEnabled: Bool = true
    ) -> ScriptEntry? {
        do throws(PeriluneError) {
            return ScriptEntry(
                path: path,
                files: try ScriptFiles.expand([FilePath.join(folder, path)], in: listing),
                priority: priority, url: url, grants: grants,
                grantsPart: grantsPart ?? (grants.granted == nil ? nil : "grants"),
                isEnabled: isEnabled,
                place: source.place(of: part), limits: limits)
        } catch {
            let file = error.place.file.map { "\($0): " } ?? ""
            reportInvalid(pathPart, .configurationFile, file + error.message, hint: error.hint)
            return nil
        }
    }

    /// Assigns each file to one entry: to the entry that names only this file, else to the first one.
    private mutating func assignFiles(_ parts: [String]) {
        var owners: [String: Int] = [:]
        for (index, entry) in entries.enumerated() where namesOneFile(entry) {
            let file = FilePath.absolute(entry.files[0])
            if let other = owners.updateValue(index, forKey: file) {
                let line = entries[other].place.line.map { "line \($0)" } ?? "above"
                reportInvalid(
                    parts[index], .configurationValue,
                    "'\(entry.path)' is listed twice; the first entry is in \(line)",
                    hint: "remove one of the entries")
            }
        }
        for index in entries.indices {
            entries[index].files = entries[index].files.filter { file in
                let file = FilePath.absolute(file)
                if owners[file] == nil { owners[file] = index }
                return owners[file] == index
            }
        }
    }

    private func namesOneFile(_ entry: ScriptEntry) -> Bool {
        entry.files == [FilePath.join(folder, entry.path)]
    }

    private mutating func readLimits(_ value: Value, _ part: String) -> ScriptEntry.Limits {
        var limits = ScriptEntry.Limits()
        let settings = [Setting.timeLimit, .memoryLimit, .instructionLimit]
        guard let members = members(of: value, part, settings.map(\.name)) else { return limits }
        func limit(_ setting: Setting, _ reader: inout Self) -> Int? {
            guard let value = members[setting.name], case .number(let range) = setting.kind else {
                return nil
            }
            return reader.number(value, "\(part).\(setting.name)", in: range).map { Int($0) }
        }
        limits.milliseconds = limit(.timeLimit, &self)
        limits.megabytes = limit(.memoryLimit, &self)
        limits.instructions = limit(.instructionLimit, &self)
        return limits
    }
}
