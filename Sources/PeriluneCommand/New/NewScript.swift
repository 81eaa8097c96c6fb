/// A rule as a starting point, with its test.
enum NewScript {
    static func files(named name: String) -> [NewFile] {
        [
            NewFile("\(name).lua", script),
            NewFile("\(name)_test.lua", test(of: name)),
        ]
    }

    private static let script = """
        -- Rejects links to closed reports; all other links get the default handling.
        local closed = { A82E1D9311EC77B0520F00B0D1F3C96B = "closed for the audit" }

        ---@type Delegate
        return {
          on = "link.drill", -- the type of events; without it the script gets all events
          execute = function(event, commander)
            local link = require("link").parse(event.data.url)
            local reason = closed[link.parameters.reportID]
            if reason then return commander:reject(reason) end
            return commander:default()
          end,
        }

        """

    private static func test(of name: String) -> String {
        """
        -- Tests of \(name).lua: each case has events and their expected results.
        -- A string stands for a tap on that link.
        local link = "mstr://?evt=4001&reportID="

        return {
          {
            name = "rejects a closed report",
            events = { link .. "A82E1D9311EC77B0520F00B0D1F3C96B" },
            records = { { outcome = "rejected", reason = "closed for the audit" } },
          },
          {
            name = "opens any other report",
            events = { link .. "D3A9E8514C0FE1B76A20C88D5F9B7E14" },
            records = { { outcome = "default" } },
          },
        }

        """
    }
}
