/// The files of a new plugin in Lua.
enum NewFolderPlugin {
    static func files(named name: String) -> [NewFile] {
        [
            NewFile("plugin.lua", manifest(name)), NewFile("announce.lua", script(name)),
            NewFile("announce_test.lua", test(name)), NewFile("README.md", readme(name)),
        ]
    }

    private static func manifest(_ name: String) -> String {
        """
        -- The contents of the plugin, and the settings that its users can change.
        return {
          name = "\(name)",
          version = "0.1.0",
          perilune = ">= 0.1",
          summary = "Announces large orders.",

          scripts = { "announce.lua" }, -- to let other scripts require a file: modules = { "other" }

          events = {
            ["\(name).large"] = "A large order was placed.",
          },

          settings = {
            threshold = { type = "number", default = 1000, summary = "The smallest total of a large order." },
          },
        }

        """
    }

    private static func script(_ name: String) -> String {
        """
        -- Publishes an event for each large order, and passes the order on to the next script.
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
        -- Tests of announce.lua: each case has events and their expected results.
        local function order(total) return { type = "shop.order", data = { total = total } } end

        return {
          {
            name = "announces a large order",
            events = { order(1000) },
            records = { { type = "shop.order" }, { type = "\(name).large" } },
          },
          {
            name = "ignores a small order",
            events = { order(999) },
            records = { { type = "shop.order" } },
          },
        }

        """
    }

    private static func readme(_ name: String) -> String {
        """
        # \(name)

        Announces large orders: for each `shop.order` whose total reaches a threshold it publishes an event
        `\(name).large`.

        In this folder:

        ```sh
        perilune plugin check .    # reports mistakes with their lines
        perilune test .            # runs the cases in announce_test.lua
        echo '{"specversion":"1.0","id":"1","source":"/shop","type":"shop.order","data":{"total":1200}}' |
          perilune process - --plugin . --records -
        ```

        To add the plugin to a project, run `perilune plugin add PATH` in the project's folder. To change the threshold,
        list the plugin in `perilune.lua` instead:

        ```lua
        plugins = { folders = { { path = "PATH", settings = { threshold = 500 } } } }
        ```

        """
    }
}
