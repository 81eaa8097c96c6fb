-- Keeps state of version 2, by the customer: numbers, texts, lists and tables within tables.
local state = require "state"

return {
  on = "order.placed",
  version = 2,
  migrate = function(old) return old end,

  execute = function(event, commander)
    local amount = event.data.amount
    state.count = (state.count or 0) + 1
    state.total = (state.total or 0) + amount
    state.open = state.open ~= false
    state.name = "Größe " .. event.partitionkey
    state.last = { id = event.id, lines = { 1, 2.5, "three", { deep = { true, "x" } } } }
    commander:emit { customer = event.partitionkey, count = state.count, total = state.total }
  end,
}
