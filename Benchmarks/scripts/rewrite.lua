-- Marks every event as processed and leaves all else of it as it is, byte for byte.
local json = require "json"

return {
  on = "*",
  execute = function(event, commander)
    commander:emit(json.with(event, { processed = true }))
  end,
}
