import LuaSyntax

/// A script with one of everything that can be wrong with it, and what is said about it.
enum MessyScript {
    static let api = HostAPI(
        modules: [
            "crm": ["retrieve", "create", "update"], "log": ["info", "warn"],
            "snapshot": ["capture", "share"], "state": [],
        ], commanderMethods: ["handleURLLink", "emit", "reject"])

    static let text = """
        -- Sends every third lead to sales.
        -- Not a good example.
        local crm, state = require "crm", require "state"
        local log = require("logg")
        local seen, count = {}, 0

        function remember(event)
          seen[event.id] = true
        end

        local delegate = { on = "crm.lead.update", priorty = 5 }

        function delegate:shouldHandel(event)
          return event.data["leadqualitycode"] == 1
        end

        function delegate:execute(event, commander)
          print("lead", event.id)
          count = count + 1
          state.total = (state.total or 0) + 1
          remember(event)
          lead = crm.retreive("lead", event.data.id)
          local subject = lead.subject
          if count % 3 == 0 then
            commander:emitt(string.fromat("%s", lead.name))
            commander.emit(event)
            os.execute("mail " .. evnt.id)
            do return end
            count = 0
          end
        end

        return delegate
        """

    static let findings = """
        """
}
