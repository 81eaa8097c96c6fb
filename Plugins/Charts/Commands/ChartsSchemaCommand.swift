import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsSchemaAction: PluginAction = PluginAction(
    command: Command(
        name: "charts schema", summary: "Write a schema of metadata for editors",
        discussion: [
            "With the schema, an editor completes the nodes, attributes and values of metadata, and shows what they mean."
        ],
        operands: [],
        options: [
            .value(
                "format", short: "f", "FORMAT", accepts: .choice(["xsd", "json"]), default: "xsd",
                "XML Schema, or JSON Schema for metadata in JSON."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The file to write."),
        ],
        examples: [
            Example("perilune charts schema -o dashboard.xsd", "Write the XML Schema."),
            Example(
                "perilune charts schema --format json -o dashboard.json", "Write the JSON Schema."),
        ]),
    run: { values, terminal, _ in
        let bytes =
            values.string("format") == "json"
            ? Array((MetadataSchema.json.json + "\n").utf8) : try MetadataSchema.xsd()
        try OutputFile.write(bytes, to: values.string("output") ?? "-")
        return .success
    })
