-- What the cases are about: a rule of the usual size, with state, a log line and three ways to end.
local state, log = require "state", require "log"
local limit = 1000

local function price(order)
  local sum = 0
  for _, item in ipairs(order.items) do sum = sum + item.price * item.count end
  return sum
end

return {
  on = "order.*",

  shouldHandle = function(event) return event.data.customer ~= nil end,

  execute = function(event, commander)
    local order = event.data
    local sum = price(order)
    if sum > limit and not order.approved then
      return commander:reject("orders over " .. limit .. " need an approval")
    end
    state.sum = (state.sum or 0) + sum
    if order.express then log.info("express", { customer = order.customer }) end
    commander:emit { customer = order.customer, sum = sum, total = state.sum }
  end,
}
