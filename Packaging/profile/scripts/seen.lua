-- Remembers ids in a table with a key for each, for ten minutes.
local state = require "state"

return {
  on = "app.message",
  key = "all",
  expires = { seen = "10m" },
  execute = function(event, commander)
    state.seen = state.seen or {}
    local user = event.data.user
    if state.seen[user] then return commander:pass() end
    state.seen[user] = true
    commander:emit { first = user }
  end,
}
