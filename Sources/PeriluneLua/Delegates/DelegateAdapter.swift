internal import PeriluneCore

/// Lua code that adds `on` and `execute` to a delegate table that has functions for single event types instead.
///
/// It runs once, before the bridge reads the table, so that the bridge sees an ordinary delegate.
enum DelegateAdapter {
    /// The name under which the bridge requests this source; no file can have it.
    static let name = "=delegate"

    /// The source of the adapter for these functions.
    static func lua(_ functions: [DelegateFunction]) -> String {
        let entries = functions.map { function in
            "{ name = \"\(function.name)\", type = \"\(function.type)\", "
                + "result = \"\(function.result.rawValue)\" }"
        }
        return "local declared = { \(entries.joined(separator: ", ")) }\n" + source
    }

    private static let source = """
        local delegate, takes_self = ...

        local function caller(f, arguments)
          if not takes_self(f, arguments) then return f end
          return function(...) return f(delegate, ...) end
        end

        local byType, types = {}, {}
        for _, entry in ipairs(declared) do
          local f = rawget(delegate, entry.name)
          if f ~= nil and type(f) ~= "function" then
            error(entry.name .. " must be a function, got " .. type(f), 0)
          elseif f then
            byType[entry.type] = { call = caller(f, 3), result = entry.result }
            types[#types + 1] = entry.type
          end
        end
        if #types == 0 then return false end

        local execute, executeURL = rawget(delegate, "execute"), rawget(delegate, "executeURL")
        local shouldHandle = rawget(delegate, "shouldHandle")
        local shouldFollow = rawget(delegate, "shouldHandleLinkDrillNavigation")
        execute = execute and caller(execute, 2)
        executeURL = executeURL and caller(executeURL, 3)
        shouldHandle = shouldHandle and caller(shouldHandle, 1)
        shouldFollow = shouldFollow and caller(shouldFollow, 0)

        if not execute or delegate.on then
          if type(delegate.on) == "string" then types[#types + 1] = delegate.on end
          if type(delegate.on) == "table" then
            for _, name in ipairs(delegate.on) do types[#types + 1] = name end
          end
          if executeURL and not delegate.on then types[#types + 1] = "link.*" end
          delegate.on = types
        end

        function delegate.shouldHandle(event)
          if byType[event.type] then return true end
          if shouldHandle then return shouldHandle(event) end
          if shouldFollow and not execute then return shouldFollow() end
          return (execute or executeURL) ~= nil
        end

        function delegate.execute(event, commander)
          local own = byType[event.type]
          if not own then
            if execute then return execute(event, commander) end
            if executeURL then return executeURL(event.data.url, commander, event.data.view) end
            return commander:pass()
          end
          -- First, so that a rejection of the function itself counts.
          if own.result == "asked" then commander:pass() end
          local answer, reason = own.call(event.subject, event.data, commander)
          if own.result == "asked" then
            if answer == false then commander:reject(reason or "a delegate refused it") end
            return
          elseif own.result == "answers" then
            if answer == nil then return commander:pass() end
            commander:emit(answer)
            return
          end
          return answer
        end
        return true
        """
}
