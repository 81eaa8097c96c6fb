/// A plugin that is a folder of Lua.
enum NewFolderPlugin {
    static func files(named name: String) -> [NewFile] {
        [
            NewFile("plugin.lua", manifest(name)), NewFile("announce.lua", script(name)),
            NewFile("announce_test.lua", test(name)), NewFile("README.md", readme(name)),
        ]
    }

    private static func manifest(_ name: String) -> String {
        """
        -- What the plugin brings, and what its users can set.
        return {
          name = "\(name)",
          version = "0.1.0",
          perilune = ">= 0.1",
          summary = "Announces large orders.",

          scripts = { "announce.lua" }, -- modules = { "other" } are files that other scripts require

          events = {
            ["\(name).large"] = "An order is large.",
          },

          settings = {
            threshold = { type = "number", default = 1000, summary = "Smaller orders are not large." },
          },
        }

        """
    }

    private static func script(_ name: String) -> String {
        """
        -- Announces large orders as events of their own, and leaves the order to the scripts after it.
        local settings = require "settings"

        return {
          on = "shop.order",
          execute = function(event, commander)
            if event.data.total >= settings.threshold then
              commander:publish { type = "\(name).large", data = event.data }
            end
            return commander:pass()
          end,
        }

        """
    }

    private static func test(_ name: String) -> String {
        """
        -- Cases for announce.lua: events go in, and what is written here must come out.
        local function order(total) return { type = "shop.order", data = { total = total } } end

        return {
          {
            name = "announces a large order",
            events = { order(1000) },
            records = { { type = "shop.order" }, { type = "\(name).large" } },
          },
          {
            name = "leaves a small one alone",
            events = { order(999) },
            records = { { type = "shop.order" } },
          },
        }

        """
    }

    private static func readme(_ name: String) -> String {
        """
        # \(name)

        Announces large orders: for each `shop.order` from a threshold on it publishes an event `\(name).large`.

        In this folder:

        ```sh
        perilune plugin check .    # mistakes, with their lines
        perilune test .            # the cases in announce_test.lua
        echo '{"specversion":"1.0","id":"1","source":"/shop","type":"shop.order","data":{"total":1200}}' |
          perilune process - --plugin . --records -
        ```

        In the folder of a project `perilune plugin add PATH` takes it in. To set the threshold, name it in
        `perilune.lua` instead:

        ```lua
        plugins = { folders = { { path = "PATH", settings = { threshold = 500 } } } }
        ```

        """
    }
}
