-- Emits parts of events and tables that JSON is made of anew.
local json = require "json"

return {
  on = "*",
  execute = function(event, commander)
    local data = event.data
    local copy = json.decode(json.encode(data))
    copy.processed = { by = "whole", tags = { "a", "ä", "\"quoted\"\n" } }
    commander:emit { source = event.source, data = copy }
    commander:emit(data)
  end,
}
