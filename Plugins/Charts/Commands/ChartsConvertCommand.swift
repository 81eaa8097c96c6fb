import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsConvertAction: PluginAction = PluginAction(
    command: Command(
        name: "charts convert", summary: "Write a dashboard's metadata in another format",
        discussion: [
            "Reads XML, a property list, JSON or a Lua file with charts.define, and writes XML, JSON or Lua that defines the same dashboard. Metadata with errors is not converted; comments are lost."
        ],
        operands: [ChartsOptions.metadata],
        options: [
            .value(
                "format", short: "f", "FORMAT",
                accepts: .choice(MetadataFormat.allCases.map(\.rawValue)),
                default: "from the name of the output, else xml", "The language to write."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The file to write; an existing file is kept."),
            .toggle("overwrite", "Overwrite an existing file."),
        ],
        examples: [
            Example(
                "perilune charts convert sales.xml -o sales.lua", "Define the dashboard in Lua."),
            Example("perilune charts convert board.lua -o board.xml", "Write it as XML."),
        ]),
    run: { values, terminal, _ in
        let path = values.operands[0]
        let metadata = ChartMetadata(file: path)
        for issue in metadata.issues.shown(path) { terminal.info(issue.lines) }
        guard !metadata.hasErrors else { return .found }
        let output = values.string("output") ?? "-"
        let format =
            (values.string("format")
            ?? output.lastIndex(of: ".").map { String(output[output.index(after: $0)...]) })
            .flatMap(MetadataFormat.init) ?? .xml
        try OutputFile.write(
            format.text(metadata.dashboard), to: output, overwrite: values.flag("overwrite"))
        return .success
    })
