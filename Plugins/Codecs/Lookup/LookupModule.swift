import PeriluneCore
import PeriluneHTTP

/// The module `lookup`.
enum LookupModule {
    /// Files outside the folder of the script.
    static let grant = GrantKind(
        "lookup", "Folders and files.", scopes: .files, isImplied: false, modules: ["lookup"])

    static let module = HostModule(
        "lookup", "Finds rows of CSV, JSON and SQLite files by a key.", lua: luaPart,
        [
            HostFunction(
                "open",
                "Opens a file, at the top level of the script; rows[key] is the row with a key as a table, or nil, and #rows is how many there are.",
                [
                    .init(
                        "file", .string, "the file, relative to the folder of the script"),
                    .init(
                        "options", .table,
                        "key: the column that finds rows; format: csv, tsv, json or sqlite, by default as the file's name ends; table: of a database; delimiter: of csv, default: a comma; duplicates: \"first\" if of rows with the same key the first counts, by default they are an error"
                    ),
                ], returns: "table<string|number, table?>", .native),
            HostFunction(
                "_open", "Opens a file.",
                [.init("file", .string, "the file"), .init("options", .table, "how to read it")],
                returns: "table", .sync(open)),
            HostFunction(
                "_get", "Finds a row.",
                [.init("lookup", .string, "the name"), .init("key", .any, "the key")],
                returns: "table?", .json(get)),
        ])

    /// More are a mistake, such as a loop.
    private static let most = 64

    @Sendable
    private static func open(
        _ arguments: [Value], _ call: HostCall
    ) throws(PeriluneError) -> Value? {
        var options = try LookupOptions(
            arguments.first?.string ?? "", arguments.last?.object ?? .init(),
            in: call.files?.folder)
        guard let files = call.files else {
            throw PeriluneError("lookup.option", "lookup.open is not available here")
        }
        let name = options.name
        let file: any SharedFile
        if let known = files.file(name) {
            file = known
        } else {
            try check(call, files)
            try options.locate(call)
            let located = options
            file = try files.open(name, at: located.files) { () throws(PeriluneError) in
                // The time that it takes to read a file is not the script's.
                try runOnOwnThread { () throws(PeriluneError) in try LookupTable(located) }
            }
        }
        guard let table = file as? LookupTable else { return nil }
        return ["name": .string(name), "count": .integer(Int64(table.count))]
    }

    private static func check(
        _ call: HostCall, _ files: any SharedFiles
    ) throws(PeriluneError) {
        guard call.commander == nil else {
            throw PeriluneError(
                "lookup.option", "lookup.open was called while an event was processed",
                hint: "call it at the top level of the file, not in a function")
        }
        guard files.count < most else {
            throw PeriluneError(
                "lookup.option", "lookup.open: the script has more than \(most) lookups")
        }
    }

    @Sendable
    private static func get(
        _ arguments: [Value], _ call: HostCall, _ json: inout [UInt8]
    ) throws(PeriluneError) {
        guard arguments.count == 2, let name = arguments[0].string,
            let table = call.files?.file(name) as? LookupTable
        else { return }
        switch arguments[1] {
        case .null: table.noteMissingKey()
        case .string(let text): table.find(text.utf8.span, to: &json)
        default:
            guard let key = LookupKey.bytes(of: arguments[1]) else {
                throw PeriluneError(
                    "lookup.option", "a key of a lookup must be a string or a number",
                    hint: "look up a field of the event, such as users[event.data.user]")
            }
            table.find(key.span, to: &json)
        }
    }

    /// The part in Lua: access to rows by index.
    private static let luaPart = """
        local lookup = ...
        local open, get = lookup._open, lookup._get
        lookup._open, lookup._get = nil, nil

        function lookup.open(file, options)
          if file == lookup then
            error("lookup.open must be called with a dot, not with a colon: write lookup.open(...)", 2)
          end
          local opened = open(file, options or {})
          local name, count = opened.name, opened.count
          return setmetatable({}, {
            __name = "lookup",
            __index = function(_, key)
              return get(name, key)
            end,
            __len = function() return count end,
            __newindex = function() error("a lookup cannot be changed", 2) end,
            __pairs = function() error("the rows of a lookup cannot be iterated over", 2) end,
          })
        end
        """
}
