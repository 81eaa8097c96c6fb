-- Counts by sensor in the state, and emits when a value leaves its range.
local state = require "state"

return {
  on = "sensor.*",
  execute = function(event, commander)
    local value = event.data.v
    state.count = (state.count or 0) + 1
    state.sum = (state.sum or 0) + value
    local mean = state.sum / state.count
    if value > mean * 1.8 then
      commander:emit { at = event.id, value = value, mean = math.floor(mean * 100) / 100 }
    end
  end,
}
