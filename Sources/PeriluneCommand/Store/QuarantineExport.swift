import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let quarantineExportAction: Action = Action(
    command: Command(
        name: "quarantine export", summary: "Write quarantined events as a log",
        discussion: [
            "Writes the events as they were received, one per line, so that 'perilune process' can read them. They stay in the quarantine.",
            "Entries that could not be read with the codec of their source are not events: --unreadable writes them instead, so that they can be read with --as. Only the beginning of a line that was too long is kept; export never writes it.",
        ],
        operands: [QuarantineSelection.ids],
        options: [
            QuarantineSelection.store, QuarantineSelection.file, QuarantineSelection.code,
            QuarantineSelection.age, QuarantineSelection.all,
            .toggle("unreadable", "Write the entries that could not be read, instead of events."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The log."),
        ] + Project.options,
        examples: [
            Example("perilune quarantine export -o failed.jsonl", "Write all events to a log."),
            Example(
                "perilune quarantine export --file bad.jsonl | perilune process - -s fixed.lua",
                "Process the events of a quarantine file with a fixed script."),
            Example(
                "perilune quarantine export --unreadable --file bad.jsonl | perilune process - --as syslog -s rules.lua",
                "Read again the entries of a log that could not be read."),
        ]),
    run: { values, terminal in
        let program = "perilune quarantine export"
        let choice = try QuarantineSelection.choice(values, program, orElse: .all)
        if values.isGiven(QuarantineSelection.age.name), values.string("file") != nil {
            throw UsageError(
                .invalidValue, "--older-than needs a store; the file has no times",
                program: program)
        }
        let read = [values.string("file"), QuarantineSelection.path(values)].compactMap(\.self)
        let inputs = FileSet(exactly: read)
        let path = values.isGiven("output") ? values.string("output") ?? "-" : "-"
        let output = try OutputFile(path: path, isPrivate: true) { (file) throws(PeriluneError) in
            try inputs.refuse(file, openedAt: path)
        }
        let wantsUnreadable = values.flag("unreadable")
        var (count, others) = (0, 0)
        try QuarantineSelection.entries(choice, values, terminal) { (entry) throws(PeriluneError) in
            guard entry.isUnreadable == wantsUnreadable, !entry.isCut else { return others += 1 }
            count += 1
            try output.write(entry.line)
        }
        try output.finish()
        if values.isGiven("output") {
            terminal.info(
                "exported \(wantsUnreadable ? entries(count) : "\(Counted(count, "event"))")\n")
        }
        if others > 0, !wantsUnreadable {
            terminal.info(
                "not exported: \(entries(others)) that could not be read; --unreadable exports \(others == 1 ? "it" : "them")\n"
            )
        }
        return .success
    })

private func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(Counted.digits(count)) entries"
}
