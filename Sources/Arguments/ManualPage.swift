extension Tool {
    /// The manual page in the mdoc language, for `man` and `mandoc`.
    ///
    /// The date (`August 6, 2026`) is a parameter, so that the page is reproducible.
    package func manualPage(date: String) -> String {
        var page = [".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os"]
        page += [".Sh NAME", ".Nm \(name)", ".Nd \(summary.roff)"]
        page.append(".Sh SYNOPSIS")
        page += visibleCommands.flatMap { [".Nm"] + $0.roffUsage }
        page += [".Sh DESCRIPTION"] + discussion.roffParagraphs
        page.append(".Sh COMMANDS")
        var section = ""
        for command in visibleCommands {
            if command.section != section {
                section = command.section
                page += [".Pp", ".Sy \(section.roff)"]
            }
            page += [".Ss \(name.roff) \(command.name.roff)", "\(command.summary.roff).", ".Pp"]
            page += command.discussion.roffParagraphs
            page += roffList(
                command.operands.map { (".Ar \($0.name.roff)", $0.fullSummary) }
                    + command.allOptions.map { ($0.roffTerm, $0.fullSummary) })
        }
        page.append(".Sh ENVIRONMENT")
        page += roffList(environment.map { (".Ev \($0.name.roff)", $0.summary) })
        page.append(".Sh EXIT STATUS")
        page += roffList(exitCodes.map { ("\($0.code)", $0.summary) })
        page.append(".Sh EXAMPLES")
        for example in visibleCommands.flatMap(\.examples) {
            // A literal block, because `.Dl` would interpret words such as `No` as macros.
            page += [
                example.summary.roff, ".Bd -literal -offset indent", example.line.roff, ".Ed",
                ".Pp",
            ]
        }
        return page.joined(separator: "\n") + "\n"
    }
}

/// A list of mdoc; empty if there are no entries, because an empty list is an error.
private func roffList(_ entries: [(term: String, text: String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let items = entries.flatMap { entry in
        let term = entry.term.hasPrefix(".") ? String(entry.term.dropFirst()) : entry.term
        return [".It \(term)", entry.text.roff]
    }
    return [".Bl -tag -width Ds"] + items + [".El"]
}

extension Command {
    fileprivate var roffUsage: [String] {
        [".Cm \(name.roff)", ".Op Ar OPTION..."]
            + operands.map { operand in
                let word = operand.name.roff + (operand.count.isMany ? "..." : "")
                return operand.count.isRequired ? ".Ar \(word)" : ".Op Ar \(word)"
            }
    }
}

extension Option {
    fileprivate var roffTerm: String {
        let value = variable.map { " Ar \($0.roff)" } ?? ""
        // The first dash of a long name is written here; `Fl` adds the other one.
        let names =
            (letter.map { [String($0)] } ?? []) + longSpellings.map { "\\-\($0.dropFirst(2).roff)" }
        return ".Fl " + names.joined(separator: " , Fl ") + value
    }
}

extension [String] {
    fileprivate var roffParagraphs: [String] { flatMap { [$0.roff, ".Pp"] } }
}

extension StringProtocol {
    /// The text with special characters of roff escaped.
    fileprivate var roff: String {
        var text = first == "." || first == "'" ? "\\&" : ""
        for letter in self {
            switch letter {
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case "'": text += "\\(aq"
            case "`": text += "\\(ga"
            case "\"": text += "\\(dq"
            default: text.append(letter)
            }
        }
        return text
    }
}
