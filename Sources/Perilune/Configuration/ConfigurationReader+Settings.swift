import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    /// Reads a setting that is one value.
    mutating func read(_ setting: Setting, _ value: Value) {
        let part = setting.path
        switch setting.kind {
        case .number(let range):
            if let number = number(value, part, in: range) { values[part] = .integer(number) }
        case .flag:
            if value.bool == nil { reportInvalid(part, value, needs: "true or false") }
            values[part] = value
        case .choice(let choices):
            guard let text = text(value, part) else { return }
            if !choices.contains(text) {
                reportInvalid(
                    part, .configurationValue,
                    "\(part) must be one of \(choices.joined(separator: ", "))",
                    hint: NearestName.hint(for: text, in: choices))
            }
            values[part] = value
        case .text:
            if let text = text(value, part) { values[part] = .string(text) }
        case .input:
            if let text = text(value, part) { values[part] = .string(input(text, part)) }
        case .secretFile:
            guard let text = text(value, part) else { return }
            values[part] = .string(text.hasPrefix(Credential.prefix) ? text : input(text, part))
        case .file:
            if let text = text(value, part) { values[part] = .string(file(text)) }
        case .inputs:
            let texts = texts(value, part, needs: "a file name or a list of file names")
            values[part] = .array(texts.map { .string(file($0.0)) })
        case .table:
            if value.object == nil { reportInvalid(part, value, needs: "a table with string keys") }
            values[part] = value
        case .texts:
            let texts = texts(value, part, needs: "a string or a list of strings")
            values[part] = .array(texts.map { .string($0.0) })
        case .outputs:
            outputs = readOutputs(value, part)
            values[part] = .array(outputs.map { .string($0.text) })
        case .secret, .object, .list, .secrets:
            assertionFailure("\(part) has a kind that only settings of plugins have")
        }
    }

    /// Reads the outputs, sorted by name because a Lua table has no order.
    private mutating func readOutputs(_ value: Value, _ part: String) -> [NamedOutput] {
        guard let members = value.object else {
            reportInvalid(
                part, value, needs: "a table such as { errors = { file = \"errors.jsonl\" } }")
            return []
        }
        var outputs: [NamedOutput] = []
        for member in members.pairs.sorted(by: { $0.name < $1.name }) {
            let place = "\(part).\(member.name)"
            guard NamedOutput.isName(member.name) else {
                reportInvalid(
                    place, .configurationName, "'\(member.name)' cannot be the name of an output",
                    hint: "use letters, digits, '_', '-' and '.'")
                continue
            }
            if let destination = destination(member.value, place) {
                outputs.append(NamedOutput(member.name, destination))
            }
        }
        return outputs
    }

    /// Reads `{ file = FILE }`, or `{ sink = NAME, ... }` with fields that the plugin of the sink checks.
    private mutating func destination(
        _ value: Value, _ part: String
    ) -> NamedOutput.Destination? {
        let hint = "write { file = \"\(setting(part)).jsonl\" } or { sink = \"NAME\" }"
        guard let object = value.object else {
            reportInvalid(part, value, needs: "a table", hint: hint)
            return nil
        }
        guard object["sink"] != nil else {
            guard let fields = members(of: value, part, ["file"]) else { return nil }
            if let path = fields["file"] {
                return text(path, "\(part).file").map { .file(file($0)) }
            }
            reportInvalid(
                part, .configurationValue, "\(part) has neither a file nor a sink", hint: hint)
            return nil
        }
        var fields = object
        guard let name = text(fields["sink"] ?? .null, "\(part).sink") else { return nil }
        let getsRecords = fields["records"]
        if let getsRecords, getsRecords.bool == nil {
            reportInvalid("\(part).records", getsRecords, needs: "true or false")
        }
        for name in ["sink", "records"] { fields[name] = nil }
        return .sink(
            name,
            SinkOptions(
                .object(fields), getsRecords: getsRecords?.bool ?? false, folder: folder,
                place: source.place(of: part)))
    }

    private func setting(_ part: String) -> String {
        part.split(separator: ".").last.map(String.init) ?? part
    }

    mutating func number(
        _ value: Value, _ part: String, in range: ClosedRange<Int64>
    ) -> Int64? {
        let wanted =
            range.upperBound == .max
            ? "an integer of at least \(range.lowerBound)"
            : "an integer from \(range.lowerBound) to \(range.upperBound)"
        guard let number = value.integer else {
            reportInvalid(part, value, needs: wanted)
            return nil
        }
        guard range ~= number else {
            reportInvalid(
                part, .configurationValue, "\(part) must be \(wanted), got \(number)")
            return nil
        }
        return number
    }

    mutating func text(_ value: Value, _ part: String) -> String? {
        if let text = value.string, !text.isEmpty { return text }
        reportInvalid(part, value, needs: "a string")
        return nil
    }

    /// Resolves the name of a file; `-` is kept.
    private func file(_ path: String) -> String {
        path == "-" ? path : FilePath.join(folder, path)
    }
}
