-- Keeps state without a version, by a key of its own.
local state = require "state"

return {
  on = "region.sold",
  key = "data.region",

  execute = function(event, commander)
    state.sold = (state.sold or 0) + event.data.amount
    commander:emit { region = event.data.region, sold = state.sold }
  end,
}
