-- Holds large first orders of customers for review.
local state, log = require "state", require "log"

return {
  on = "shop.order",
  key = "data.customer",
  execute = function(event, commander)
    local isNew = not state.known
    state.known = true
    if isNew and event.data.total > 500 then
      log.info("a large first order", { customer = event.data.customer })
      return commander:reject("a large first order")
    end
    commander:emit { ship = event.id }
  end,
}
