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

    static let findings = #"""
        4:7: warning: the local 'log' is never used [unused-local]
          local log = require("logg")
                ^
          hint: remove it, or name it '_' if it is required
        4:21: error: there is no module 'logg' [unknown-module]
          local log = require("logg")
                              ^
          hint: did you mean 'log'?
        7:10: warning: 'remember' is not declared, so this assignment creates a global [leaked-global]
          function remember(event)
                   ^
          hint: write 'local function remember(…)'
        8:3: warning: the script changes the table in the file-level local 'seen' while it processes an event: each worker has its own copy, and a reload loses it [file-local-written]
            seen[event.id] = true
            ^
          hint: keep it in 'state': 'local state = require "state"'
        11:44: error: unknown field 'priorty' of a delegate; it has no effect [unknown-field]
          local delegate = { on = "crm.lead.update", priorty = 5 }
                                                     ^
          hint: did you mean 'priority'?
        13:19: error: unknown field 'shouldHandel' of a delegate; it has no effect [unknown-field]
          function delegate:shouldHandel(event)
                            ^
          hint: did you mean 'shouldHandle'?
        18:3: error: there is no global 'print' [undefined-global]
            print("lead", event.id)
            ^
          hint: write to the log, which goes to standard error: 'require("log").info(…)'
        19:3: warning: the script changes the file-level local 'count' while it processes an event: each worker has its own copy, and a reload loses it [file-local-written]
            count = count + 1
            ^
          hint: keep it in 'state': 'local state = require "state"'
        22:3: warning: 'lead' is not declared, so this assignment creates a global [leaked-global]
            lead = crm.retreive("lead", event.data.id)
            ^
          hint: write 'local lead = …'
        22:14: error: 'crm' has no function 'retreive' [unknown-function]
            lead = crm.retreive("lead", event.data.id)
                       ^
          hint: did you mean 'retrieve'?
        23:9: warning: the local 'subject' is never used [unused-local]
            local subject = lead.subject
                  ^
          hint: remove it, or name it '_' if it is required
        25:15: error: a commander has no method 'emitt' [unknown-method]
              commander:emitt(string.fromat("%s", lead.name))
                        ^
          hint: did you mean 'emit'?
        25:28: error: 'string' has no function 'fromat' [unknown-function]
              commander:emitt(string.fromat("%s", lead.name))
                                     ^
          hint: did you mean 'format'?
        26:15: error: 'emit' is a method; call it with a colon [call-style]
              commander.emit(event)
                        ^
          hint: write 'commander:emit(…)'
        27:8: error: 'os.execute' is not available in scripts [undefined-global]
              os.execute("mail " .. evnt.id)
                 ^
          hint: scripts have no access to the process that runs them
        27:27: error: there is no global 'evnt' [undefined-global]
              os.execute("mail " .. evnt.id)
                                    ^
          hint: did you mean 'event'?
        29:5: warning: this code is never reached [unreachable-code]
              count = 0
              ^
        """#
}
