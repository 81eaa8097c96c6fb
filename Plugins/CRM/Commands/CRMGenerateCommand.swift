import Arguments
import CRMPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

let crmGenerateAction: PluginAction = PluginAction(
    command: Command(
        name: "crm generate", summary: "Write Swift types or editor definitions for tables",
        discussion: [
            "For Swift it writes one file for each table, with a type whose properties are the attributes. For Lua it writes one file of definitions, with which an editor completes attributes after crm.retrieve(\"lead\", …); keep it in a folder that the editor indexes.",
            "SOURCE is a file with the $metadata of OrganizationData.svc, the URL of an organization or its service, or the name of an organization in --config. Only the Web API provides the labels of choices; from $metadata they are plain numbers.",
        ],
        operands: [
            Operand(
                "SOURCE", .one, accepts: .file, "A file, a URL, or the name of an organization.")
        ],
        options: [
            .value(
                "table", short: "t", "NAME", isRepeatable: true, default: "all",
                "The logical name of a table."),
            .value(
                "what", "LANGUAGE",
                accepts: .choice(CRMCodeGenerator.Language.allCases.map(\.rawValue)),
                isRepeatable: true, default: "both", "The language to write."),
            .value(
                "output", short: "o", "FOLDER", accepts: .file, default: "the current folder",
                "The folder to write to; it is created if missing."),
            .value(
                "config", short: "c", "FILE", accepts: .file, default: "crm.json",
                "A JSON file with organizations."),
        ],
        examples: [
            Example(
                "perilune crm generate http://127.0.0.1:8180 -t lead -t task -o Generated",
                "Write types for two tables of a local sandbox.")
        ]),
    run: generate)

@Sendable
private func generate(
    _ values: Values, _ terminal: Terminal, _ context: any CommandContext
) async throws -> ExitStatus {
    let schema = try await schema(of: values.operands[0], values, context)
    let generator = try CRMCodeGenerator(schema, tables: values.strings("table"))
    let languages = Set(values.strings("what"))
    let folder = values.string("output") ?? "."
    try FolderTree.make(folder)
    var count = 0
    for language in CRMCodeGenerator.Language.allCases
    where languages.isEmpty || languages.contains(language.rawValue) {
        for file in generator.files(language) {
            try OutputFile.write(Array(file.text.utf8), to: "\(folder)/\(file.name)")
            count += 1
        }
    }
    terminal.info("wrote \(Counted(count, "file")) to \(folder)\n")
    return .success
}

/// The schema of a source.
private func schema(
    of source: String, _ values: Values, _ context: any CommandContext
) async throws -> Schema {
    let organization: any SchemaSource
    if source.contains("://") {
        let token = FixedToken(nil)
        let http = try HTTPClient()
        let address = source.hasSuffix("/$metadata") ? String(source.dropLast(10)) : source
        guard address.lowercased().contains("organizationdata.svc") else {
            let client = try WebAPIClient(url: address, token: token, http: http)
            return try await choices(of: client, values)
        }
        organization = try ODataV2Client(url: address, token: token, http: http)
    } else if TextFile.exists(source) {
        let bytes = try TextFile.read(source, limit: 64 << 20, what: "$metadata document")
        do throws(PeriluneError) {
            return try Schema(edmx: bytes)
        } catch {
            var error = error
            error.place.file = source
            throw error
        }
    } else if values.string("config") == nil, !TextFile.exists("crm.json") {
        throw PeriluneError(
            "file.read", "file not found: '\(source)'",
            hint:
                "to use the name of an organization, pass the file that defines it with --config, or create crm.json"
        )
    } else {
        let connection = try Connecting.connection(values, context).connection
        let http = try connection.httpClient()
        let token: any TokenProvider = connection.tokenProvider(http) ?? FixedToken(nil)
        guard connection.transport == .odata else {
            let client = try WebAPIClient(url: connection.url, token: token, http: http)
            return try await choices(of: client, values)
        }
        organization = try ODataV2Client(url: connection.url, token: token, http: http)
    }
    do throws(CRMError) {
        return try await organization.schema()
    } catch {
        throw error.error
    }
}

/// The tables of the Web API, which knows the choices too.
private func choices(of client: WebAPIClient, _ values: Values) async throws -> Schema {
    do throws(CRMError) {
        return try await client.schema(withChoicesOf: values.strings("table"))
    } catch {
        throw error.error
    }
}
