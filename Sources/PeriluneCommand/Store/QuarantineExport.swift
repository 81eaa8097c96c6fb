import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let quarantineExportAction: Action = Action(
    command: Command(
        name: "quarantine export", summary: "Write quarantined events as a log",
        discussion: [
            "Writes the events as they were received, one per line, so that 'perilune process' can read them. They stay in the quarantine."
        ],
        operands: [QuarantineSelection.ids],
        options: [
            QuarantineSelection.store, QuarantineSelection.file, QuarantineSelection.code,
            QuarantineSelection.age, QuarantineSelection.all,
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The log."),
        ] + Project.options,
        examples: [
            Example("perilune quarantine export -o failed.jsonl", "Write all events to a log."),
            Example(
                "perilune quarantine export --file bad.jsonl | perilune process - -s fixed.lua",
                "Process the events of a quarantine file with a fixed script."),
        ]),
    run: { values, terminal in
        let program = "perilune quarantine export"
        let choice = try QuarantineSelection.choice(values, program, orElse: .all)
        if values.isGiven(QuarantineSelection.age.name), values.string("file") != nil {
            throw UsageError(
                .invalidValue, "--older-than needs a store; the file has no times",
                program: program)
        }
        let output = try OutputFile(
            path: values.isGiven("output") ? values.string("output") ?? "-" : "-",
            inputs: [values.string("file"), QuarantineSelection.path(values)].compactMap(\.self)
                .compactMap { FileIdentity(path: $0) }, isPrivate: true)
        var count = 0
        try QuarantineSelection.entries(choice, values, terminal) { (entry) throws(PeriluneError) in
            count += 1
            try output.write(entry.line)
        }
        try output.finish()
        if values.isGiven("output") { terminal.info("exported \(Counted(count, "event"))\n") }
        return .success
    })
