-- Asks the module of the library.
local quota = require "quota"

return {
  on = "ask",
  execute = function(event, commander)
    commander:emit { left = quota.left(event.data.used), twice = quota.twice(event.data.used) }
  end,
}
