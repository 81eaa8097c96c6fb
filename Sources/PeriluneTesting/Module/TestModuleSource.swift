/// The part of the module `test` that is written in Lua.
enum TestModuleSource {
    static let lua = """
        local test = ...
        local mark = "\(Matcher.mark)"

        test.any = { [mark] = "any" }
        test.absent = { [mark] = "absent" }
        function test.matches(pattern) return { [mark] = "matches", pattern = pattern } end
        function test.contains(part) return { [mark] = "contains", value = part } end
        function test.approx(number, tolerance)
          return { [mark] = "approx", number = number, tolerance = tolerance or 1e-9 }
        end
        function test.sequence(...) return { [mark] = "sequence", values = { ... } } end
        function test.error(code, message)
          return { [mark] = "error", code = code, message = message or code }
        end

        function test.link(url, view) return { url = url, view = view } end
        function test.event(type, data, attributes)
          local event = {}
          for name, value in pairs(attributes or {}) do event[name] = value end
          event.type, event.data = type, data
          return event
        end
        test.crm = setmetatable({}, { __index = function(_, message)
          return function(entity, target, more)
            local data = { entity = entity, target = target,
              message = message:sub(1, 1):upper() .. message:sub(2) }
            if type(target) == "table" then data.id = target.id end
            for name, value in pairs(more or {}) do data[name] = value end
            return { type = "crm." .. entity .. "." .. message:lower(), data = data }
          end
        end })

        local plain = { ["nil"] = true, boolean = true, number = true, string = true }
        local function same(found, expected)
          return plain[type(found)] and rawequal(found, expected)
        end
        local compare, keep = test._compare, test._snapshot
        function test.equal(found, expected, what)
          if not same(found, expected) then compare(found, expected, false, what) end
        end
        function test.like(found, expected, what)
          if not same(found, expected) then compare(found, expected, true, what) end
        end
        function test.ok(value, what)
          if not value then test.fail(what or ("expected something true, found " .. tostring(value))) end
          return value
        end
        function test.fails(f, pattern)
          local done, problem = pcall(f)
          if done then test.fail("expected an error, and there was none") end
          local message = type(problem) == "table" and problem.message or tostring(problem)
          if pattern and not message:find(pattern) then
            test.fail("expected an error like " .. pattern .. ", found: " .. message)
          end
          return problem
        end
        function test.snapshot(...)
          if select("#", ...) == 0 then return { [mark] = "snapshot" } end
          local value, name = ...
          keep(value, name or "value")
        end
        """
}
