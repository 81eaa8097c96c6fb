internal import PeriluneCore
internal import PeriluneJSON

/// Lua code for the prompt: its globals, and functions to show values and to complete names.
enum PromptSource {
    /// The name under which the bridge requests this source; no file can have it.
    static let name = "=prompt"

    /// A module for the prompt's own source: masks the secrets of a value that is to be shown.
    static let module = HostModule(
        "_prompt", "Masks secrets.",
        [
            HostFunction(
                "masked", "JSON with secrets masked; nil if it has none.",
                [.init("json", .string, "a value as JSON")], returns: "string?",
                .sync { arguments, _ throws(PeriluneError) in
                    let tree = try JSONTree(Array((arguments.first?.string ?? "").utf8))
                    let masked = Redaction.redact(tree)
                    if masked == tree { return nil }
                    var writer = JSONWriter()
                    writer.write(masked)
                    return .string(writer.text)
                })
        ])

    static func lua(modules: [HostModule]) -> String {
        let names = BuiltInModules.names + modules.map(\.name)
        let methods =
            BuiltInModules.commanderMethods
            + modules.filter { $0.name == "commander" }.flatMap { $0.functions.map(\.name) }
        return "local modules, methods = \(list(names)), \(list(methods))\n" + source
    }

    private static func list(_ names: [String]) -> String {
        "{ \(names.map(\.luaQuoted).joined(separator: ", ")) }"
    }

    private static let source = #"""
        local show = ...
        local json, mask = require "json", require("_prompt").masked
        local width, deepest, longest = 76, 8, 100

        local isModule = {}
        for _, name in ipairs(modules) do isModule[name] = true end

        -- Modules are there by their names, too.
        local globals = setmetatable({}, { __index = function(_, name)
          local value = _G[name]
          if value == nil and isModule[name] then return require(name) end
          return value
        end })

        local keywords = {}
        for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
          return then true until while]]):gmatch("%a+") do
          keywords[word] = true
        end

        local function isName(key)
          return type(key) == "string" and key:find("^[%a_][%w_]*$") and not keywords[key]
        end

        local function quoted(text)
          local letters = { ["9"] = "\\t", ["13"] = "\\r" }
          return (("%q"):format(text):gsub("\\\n", "\\n"):gsub("\\([\\\"]?)(%d*)", function(escaped, code)
            return escaped == "" and letters[code] or nil
          end))
        end

        -- The value with its secrets masked, and whether that was possible: not for functions and cycles.
        local function masked(value)
          if type(value) == "number" or type(value) == "boolean" then return value, true end
          local isReadable, text = pcall(json.encode, value)
          if not isReadable then return value, false end
          local isMasked, shown = pcall(mask, text)
          if not isMasked then return value, false end
          return shown and json.decode(shown) or value, true
        end

        local function isSecret(name)
          return type(name) == "string" and masked({ [name] = 1 })[name] ~= 1
        end

        local render

        local function entries(value, indent, seen, depth, isMasked)
          local parts, length = {}, #value
          local left = 0
          for key, member in pairs(value) do
            if #parts == longest then left = left + 1
            else
              local text = not isMasked and isSecret(key) and quoted("***")
                or render(member, indent .. "  ", seen, depth + 1, isMasked)
              if math.type(key) ~= "integer" or key < 1 or key > length then
                text = (isName(key) and key or "[" .. render(key, indent, seen, depth + 1, isMasked) .. "]") .. " = " .. text
              end
              parts[#parts + 1] = text
            end
          end
          if left > 0 then parts[#parts + 1] = ("-- and %d more"):format(left) end
          return parts
        end

        local function renderTable(value, indent, seen, depth, isMasked)
          if seen[value] then return "{ --[[ itself ]] }" end
          if depth > deepest then return "{ --[[ deeper ]] }" end
          seen[value] = true
          local isListed, parts = pcall(entries, value, indent, seen, depth, isMasked)
          seen[value] = nil
          if not isListed then
            if tostring(parts):find("have no order", 1, true) then return "{ --[[ keys without an order ]] }" end
            error(parts, 0)
          end
          if #parts == 0 then return "{}" end
          local line = "{ " .. table.concat(parts, ", ") .. " }"
          if #line + #indent <= width and not line:find("[\n]") and not line:find("-- and", 1, true) then
            return line
          end
          local inner = indent .. "  "
          return "{\n" .. inner .. table.concat(parts, ",\n" .. inner) .. "\n" .. indent .. "}"
        end

        -- A table without functions is masked as a whole, since a member may say that another one is secret.
        function render(value, indent, seen, depth, isMasked)
          if not isMasked and value ~= globals.commander then value, isMasked = masked(value) end
          local kind = type(value)
          if value == json.null then return "json.null"
          elseif kind == "string" then return quoted(value)
          elseif value == globals.commander then return "commander"
          elseif kind == "table" then return renderTable(value, indent, seen, depth, isMasked)
          elseif kind == "userdata" then
            local isReadable, copy = pcall(function() return json.decode(json.encode(value)) end)
            -- A number that is too long stays one.
            if isReadable and type(copy) ~= "userdata" then return render(copy, indent, seen, depth, isMasked) end
          end
          return tostring(value)
        end

        local function text(value) return render(value, "", {}, 0) end

        function globals.print(...)
          local parts = {}
          for i = 1, select("#", ...) do
            local value = select(i, ...)
            parts[i] = type(value) == "string" and masked(value) or text(value)
          end
          show(table.concat(parts, "\t") .. "\n")
        end

        -- What commander:reject and its like return says nothing to a person.
        local function isDecision(value)
          if value == json.null or value == globals.commander then return false end
          return type(value) == "userdata" and not pcall(json.encode, value)
        end

        local function showAll(...)
          for i = 1, select("#", ...) do
            local value = select(i, ...)
            if not isDecision(value) then show(text(value) .. "\n") end
          end
          if select("#", ...) > 0 then globals._ = (...) end
        end

        local function run(chunk) showAll(chunk()) end

        -- The names that the value at a path has, such as "event.data." or "items[1].".
        local function members(path)
          local value = globals
          for name in path:gmatch("[%w_]+") do
            local found, next = pcall(function() return value[math.tointeger(tonumber(name)) or name] end)
            if not found or next == nil or next == json.null then return {} end
            value = next
          end
          if value == globals.commander then return methods end
          local names = {}
          if type(value) ~= "table" and type(value) ~= "userdata" then return names end
          pcall(function()
            for name in pairs(value) do if isName(name) then names[#names + 1] = name end end
          end)
          return names
        end

        local function complete(before)
          local written = before:match("[%w_%.:%[%]]*$")
          local path, start = written:match("^(.*[%.:])([%w_]*)$")
          if not path then path, start = "", written end
          local found, names = {}, {}
          local function add(name)
            if name:sub(1, #start) == start and not found[name] then
              found[name] = true
              names[#names + 1] = name
            end
          end
          for _, name in ipairs(members(path)) do add(name) end
          if path == "" then
            for name in pairs(_G) do add(name) end
            for _, name in ipairs(modules) do add(name) end
            for word in pairs(keywords) do add(word) end
          end
          table.sort(names)
          for _, name in ipairs(names) do show(name .. "\n") end
        end

        return { globals = globals, run = run, complete = complete }
        """#
}
