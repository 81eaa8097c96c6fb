-- The same assertions by plain Lua: the cases of a test file, each on a fresh run of the script's body.
-- lua5.4 plain.lua SCRIPT CASES
local script, cases = assert(loadfile(arg[1])), dofile(arg[2])

local kept, lines
local modules = {
  state = setmetatable({}, {
    __index = function(_, name) return kept[name] end,
    __newindex = function(_, name, value) kept[name] = value end,
  }),
  log = { info = function(message, fields) lines[#lines + 1] = { level = "info", message = message, fields = fields } end },
}
function require(name) return modules[name] end

local commander = {}
commander.__index = commander
function commander:emit(value) self.output[#self.output + 1] = value end
function commander:reject(reason) self.reason = reason; return "rejected" end

-- Where two values differ; `partly` allows more members than are expected.
local function compare(expected, found, path, partly, differences)
  if type(expected) ~= "table" or type(found) ~= "table" then
    if expected ~= found then
      differences[#differences + 1] = path .. " is " .. tostring(found) .. ", expected " .. tostring(expected)
    end
    return
  end
  for name, value in pairs(expected) do compare(value, found[name], path .. "." .. name, partly, differences) end
  if not partly or #expected > 0 then
    for name in pairs(found) do
      if expected[name] == nil then differences[#differences + 1] = path .. "." .. name .. " is not expected" end
    end
  end
end

local failed = 0
for _, case in ipairs(cases) do
  kept, lines = {}, {}
  local delegate, records, output, differences = script(), {}, {}, {}
  for number, event in ipairs(case.events) do
    local record = { event = tostring(number), type = event.type, outcome = "unhandled", emitted = 0 }
    if not delegate.shouldHandle or delegate.shouldHandle(event) then
      local acting = setmetatable({ output = {} }, commander)
      local done, decision = pcall(delegate.execute, event, acting)
      record.outcome = not done and "failed" or decision or "handled"
      record.reason, record.emitted = acting.reason, #acting.output
      table.move(acting.output, 1, #acting.output, #output + 1, output)
    end
    records[number] = record
  end
  compare(case.records, records, "records", true, differences)
  if case.output then compare(case.output, output, "output", false, differences) end
  if case.log then compare(case.log, lines, "log", true, differences) end
  if #differences > 0 then
    failed = failed + 1
    print(case.name, table.concat(differences, "\n"))
  end
end
print(#cases .. " cases, " .. failed .. " failed")
os.exit(failed == 0)
