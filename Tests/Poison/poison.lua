-- Processes what it is told: one event emits, others crash or hang the process, or publish without end.
local fault = require "fault"

return {
  on = "*",
  execute = function(event, commander)
    local what = event.data.what
    if what == "crash" or what == "hang" then fault.cause(what) end
    if what == "fan-out" then
      for number = 1, 10 do
        commander:publish { type = "copy", data = { what = what, number = number } }
      end
      return
    end
    commander:emit { id = event.id }
  end,
}
