-- Does what the event's data says: emits, crashes or hangs the process, or publishes without end.
local fault = require "fault"

return {
  on = "*",
  execute = function(event, commander)
    local what = event.data.what
    if what == "crash" or what == "hang" then fault.cause(what) end
    local copies = ({ ["fan-out"] = 40, copy = 40 })[what]
    if copies then
      for _ = 1, copies do
        commander:publish { type = "copy", data = { what = what == "fan-out" and "copy" or "leaf" } }
      end
    end
    if what ~= "none" then return end
    commander:emit { id = event.id }
  end,
}
