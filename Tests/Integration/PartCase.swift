import Foundation

/// A line of `Tests/Golden/parts.tsv`: a link with several events, rules, and what comes of it.
struct PartCase: Sendable, CustomStringConvertible {
    let link: String
    let rules: [Rule]
    /// The calls of rules that were not taken back: `1(4001) 2(link)`.
    let calls: String
    /// How the events ended: `3995 default, 4001 rejected`.
    let events: String
    let outcome: String
    /// The events that the default handler carried out.
    let opened: String
    let description: String

    /// A rule as the table writes it: `evt=4001: reject`.
    struct Rule: Sendable {
        let condition: String
        let action: String

        init(_ text: Substring) {
            let cut = text.range(of: ": ")
            condition = text[..<(cut?.lowerBound ?? text.endIndex)]
                .trimmingCharacters(in: .whitespaces)
            action = String(cut.map { text[$0.upperBound...] } ?? "")
        }

        /// The script of the rule, which emits its number and what it was called with.
        ///
        /// `where` is one more condition, in Lua.
        func script(_ number: Int, where more: String = "") -> String {
            """
            return {
              on = "link.*",\(more)\(declaration)\(asking)
              execute = function(event, commander)
                local part = event.data.part
                commander:emit(
                  \(number) .. "(" .. (part and event.data.url:match("evt=(%d+)") or "link") .. ")")
                \(statement)
              end,
            }
            """
        }

        private var declaration: String {
            if condition == "any" { return "" }
            let value = condition.drop { $0 != "=" }.dropFirst()
            if condition.hasPrefix("evt="), Int(value) != nil { return " evt = \(value)," }
            return " \(condition.prefix { $0 != "=" }) = \"\(value)\","
        }

        private var asking: String {
            action.hasPrefix("decline") ? " shouldHandle = function() return false end," : ""
        }

        private var statement: String {
            switch action {
            case "handle", "decline, then handle": ""
            case "default": "return commander:default()"
            case "pass": "return commander:pass()"
            case "reject": "return commander:reject(\"no\")"
            case "reject and continue":
                "return commander:reject { reason = \"no\", continue = true }"
            case "fail": "error(\"broken\")"
            case "open its link": "return commander:handleURLLink(event.data.url)"
            case "open an empty link": "return commander:default(\"\")"
            case "open two links":
                "commander:handleURLLink(\"mstr://?evt=3999\") commander:handleURLLink(event.data.url)"
            default: "return commander:handleURLLink(\"\(action.dropFirst("open ".count))\")"
            }
        }
    }

    init?(_ line: Substring) {
        guard !line.hasPrefix("#"), !line.isEmpty else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 6 else { return nil }
        link = "mstr://" + fields[0]
        rules = fields[1].split(separator: ";").map { Rule($0) }
        calls = String(fields[2])
        events = String(fields[3])
        outcome = String(fields[4])
        opened = String(fields[5])
        description = "\(fields[0]) with \(fields[1].isEmpty ? "no rules" : fields[1])"
    }

    static let all: [PartCase] = {
        var root = URL(filePath: #filePath).deletingLastPathComponent()
        while root.pathComponents.count > 1,
            !FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path)
        {
            root.deleteLastPathComponent()
        }
        let file = root.appending(path: "Tests/Golden/parts.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { PartCase($0) }
    }()
}
