import PeriluneCore

/// The module `crm`: access to organizations for scripts.
///
/// A call looks synchronous: the script is suspended until the answer arrives, and its worker continues with other
/// events. Each call is an effect of the event, under the event's identity.
enum CRMModule {
    /// The module for these organizations; the first one is the default.
    ///
    /// Handles of `pictures` may be passed in place of files.
    static func module(
        _ organizations: [ScriptOrganization], pictures: PictureStore = PictureStore()
    ) -> HostModule {
        let calls = ScriptCalls(organizations, pictures)
        return HostModule(
            "crm", "Sends requests to a CRM organization; each is an effect of the event.",
            grant: CRM.grant.name,
            fields: [.init("null", "any", "clears an attribute, like json.null")],
            lua: luaPart,
            [
                HostFunction(
                    "create",
                    "Creates a record and returns its id. When repeated after a crash, it returns the record that it created before.",
                    [
                        entity,
                        .init("attributes", .table, "values by logical name"), options,
                    ], returns: "string",
                    .async { try await calls.create($0, $1) }),
                HostFunction(
                    "retrieve",
                    "Reads a record; returns a table with id, logicalname and the attributes that have values.",
                    [
                        entity, record,
                        .init(
                            "columns", .any, optional: true, "logical names; default: all columns"),
                        options,
                    ], returns: "table<string, any>",
                    .async { try await calls.retrieve($0, $1) }),
                HostFunction(
                    "retrieveMultiple",
                    "Iterates over the records of a query, and waits for each page: for record in crm.retrieveMultiple(query) do.",
                    [
                        .init(
                            "query", .any, "FetchXML as a string or a table, or the name of a table"
                        ),
                        .init(
                            "options", .table, optional: true,
                            "for the name of a table: select, filter, orderby, top (OData); always: count, formatted, organization"
                        ),
                    ], returns: "fun(): table<string, any>?", .native),
                HostFunction(
                    "update",
                    "Updates the given attributes; crm.null clears one.",
                    [
                        entity, record,
                        .init("attributes", .table, "values by logical name"), options,
                    ],
                    .async { try await calls.update($0, $1) }),
                HostFunction(
                    "delete", "Deletes a record.", [entity, record, options],
                    .async { try await calls.delete($0, $1) }),
                HostFunction(
                    "execute",
                    "Sends a message and waits for its results, such as crm.execute { \"SetState\", EntityMoniker = lead, State = 1, Status = 2 }.",
                    [
                        .init(
                            "request", .table,
                            "the name of the message, and its parameters as fields"),
                        options,
                    ], returns: "table", .native),
                HostFunction(
                    "_page", "Reads one page.",
                    [.init("query", .any, "what to read"), .init("options", .table, "how")],
                    returns: "table", .async { try await calls.page($0, $1) }),
                HostFunction(
                    "_execute", "Sends a message.",
                    [
                        .init("name", .string, "the message"),
                        .init("parameters", .table, "its parameters"), options,
                    ], returns: "table", .async { try await calls.execute($0, $1) }),
            ])
    }

    private static let entity = HostFunction.Parameter(
        "entity", .string, "the logical name of the table: lead")
    private static let record = HostFunction.Parameter(
        "record", .any, "the record's id, or a table with id")
    private static let options = HostFunction.Parameter(
        "options", .table, optional: true,
        "organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values"
    )

    /// The part in Lua: an iterator that requests pages as needed.
    private static let luaPart = """
        local crm = ...
        local page, execute = crm._page, crm._execute
        crm._page, crm._execute = nil, nil
        crm.null = require("json").null

        local function dot(first, name)
          if first == crm then
            error(name .. " must be called with a dot, not with a colon: write " .. name .. "(...)", 3)
          end
        end

        function crm.retrieveMultiple(query, options)
          dot(query, "crm.retrieveMultiple")
          if type(query) ~= "string" and type(query) ~= "table" then
            error("crm.retrieveMultiple needs FetchXML, a table, or the name of a table", 2)
          end
          local records, index, more = nil, 0, { number = 1 }
          return function()
            while true do
              if records then
                index = index + 1
                if records[index] then return records[index] end
                if not more then return nil end
              end
              local answer = page(query, { options = options, page = more })
              records, index, more = answer.records, 0, answer.more
            end
          end
        end

        function crm.execute(request, options)
          dot(request, "crm.execute")
          if type(request) ~= "table" or type(request[1]) ~= "string" then
            error('crm.execute requires a table with the name of the message first: { "WhoAmI" }', 2)
          end
          local parameters = {}
          for name, value in pairs(request) do
            if name ~= 1 then parameters[name] = value end
          end
          return execute(request[1], parameters, options)
        end
        """
}
