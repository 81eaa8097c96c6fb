/// The files of a new project besides its rules.
enum NewProject {
    static let files = [
        NewFile("perilune.lua", configuration), NewFile(".luarc.json", editor),
        NewFile("taps.jsonl", log),
    ]

    private static let configuration = """
        -- The configuration of `perilune` for this folder and its subfolders; options override it.
        -- `perilune config show` prints the effective settings and where each is set.
        ---@type perilune.Configuration
        return {
          scripts = { "reports.lua" }, -- they get events in this order
          limits = { time = 50 }, -- milliseconds per script and event
        }

        """

    private static let editor = """
        {
          "runtime.version": "Lua 5.4",
          "runtime.builtin": { "debug": "disable", "io": "disable", "os": "disable", "package": "disable" },
          "workspace.library": ["meta"],
          "workspace.checkThirdParty": false
        }

        """

    private static let log = """
        {"specversion":"1.0","id":"1","source":"/ipad/7","type":"link.drill","time":"2026-11-21T09:00:00Z","data":{"url":"mstr://?evt=4001&reportID=D3A9E8514C0FE1B76A20C88D5F9B7E14","view":"sales"}}
        {"specversion":"1.0","id":"2","source":"/ipad/7","type":"link.drill","time":"2026-11-21T09:00:09Z","data":{"url":"mstr://?evt=4001&reportID=A82E1D9311EC77B0520F00B0D1F3C96B","view":"sales"}}
        {"specversion":"1.0","id":"3","source":"/ipad/9","type":"link.drill","time":"2026-11-21T09:00:12Z","data":{"url":"mstr://?evt=3995","view":"finance"}}

        """
}
