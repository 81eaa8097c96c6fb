-- Closures, metatables, coroutines and a queue: rules in the style of objects.
local Window = {}
Window.__index = Window

function Window.new(size) return setmetatable({ size = size, values = {} }, Window) end

function Window:add(value)
  local values = self.values
  values[#values + 1] = value
  if #values > self.size then table.remove(values, 1) end
end

function Window:mean()
  local sum = 0
  for _, value in ipairs(self.values) do sum = sum + value end
  return sum / #self.values
end

local function above(values, limit)
  return coroutine.wrap(function()
    for index, value in ipairs(values) do
      if value > limit then coroutine.yield(index, value) end
    end
  end)
end

local window = Window.new(16)

return {
  on = "sensor.*",
  execute = function(event, commander)
    window:add(event.data.v)
    local found = {}
    for index, value in above(window.values, window:mean()) do
      found[#found + 1] = ("%d=%.2f"):format(index, value)
    end
    if #found > 9 then commander:emit { at = event.id, above = table.concat(found, ",") } end
  end,
}
