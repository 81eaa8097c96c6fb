-- Publishes an event for each large order of an important customer.
local vip = require "vip"
local settings = require "settings"

return {
  on = "shop.order",

  shouldHandle = function(event)
    return vip.is(event.data.customer) and event.data.amount >= settings.threshold
  end,

  execute = function(event, commander)
    commander:publish { type = "vip.order", subject = event.data.customer, data = event.data }
    return commander:pass()
  end,
}
