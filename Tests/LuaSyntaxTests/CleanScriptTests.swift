import Testing

@testable import LuaSyntax

/// Good scripts in every shape that a delegate can have: a check that cries wolf is switched off.
struct CleanScriptTests {
    static let scripts = [
        """
        -- every third link
        local snapshot, state = require "snapshot", require "state"
        local delegate = {}

        function delegate:shouldHandleLinkDrillNavigation() return true end

        function delegate:executeURL(url, commander, view)
          state.count = (state.count or 0) + 1
          if state.count % 3 == 0 then
            snapshot.share(snapshot.capture(view))
          else
            return commander:handleURLLink(url)
          end
        end

        return delegate
        """,
        """
        local crm = require "crm"

        return {
          on = "crm.lead.update",
          shouldHandle = function(event) return event.data.target.leadqualitycode == 1 end,
          execute = function(event, commander)
            local lead = crm.retrieve("lead", event.data.id, { "subject", "ownerid" })
            crm.create("task", { subject = "Call: " .. lead.subject, regardingobjectid = lead })
          end,
        }
        """,
        """
        return {
          on = "chart.selection.items",
          execute = function(event, commander)
            local picture = require("snapshot").capture(event.data.chart, { format = "png" })
            require("crm").create("annotation", { documentbody = picture })
          end,
        }
        """,
        """
        local log <const> = require "log"
        local routes = { sales = "crm.lead.*", service = "crm.case.*" }

        local function route(event)
          for name, pattern in pairs(routes) do
            if event.type:match(pattern) then return name end
          end
          error("no route for " .. event.type)
        end

        local M = { on = { "crm.*" }, evt = 10000001, priority = 10, key = "all" }

        function M.execute(event, commander)
          local ok, name = pcall(route, event)
          if not ok then log.warn(name) return end
          local copy = {}
          for key, value in pairs(event.data) do copy[key] = value end
          copy.route = name
          table.insert(copy, os.time())
          commander:emit(copy)
        end

        return M
        """,
    ]

    @Test(arguments: scripts) func saysNothingAboutAGoodScript(_ script: String) {
        var api = MessyScript.api
        api.modules["log"] = ["info", "warn"]
        var checker = ScriptChecker(api: api)
        checker.disabledRules = []
        #expect(checker.check(script).map(\.description) == [])
    }
}
