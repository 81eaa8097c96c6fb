-- Announces large orders as events of their own, and leaves the order to the scripts after it.
local settings = require "settings"

return {
  on = "shop.order",
  execute = function(event, commander)
    if event.data.total >= settings.threshold then
      commander:publish { type = "hot-leads.large", data = event.data }
    end
    return commander:pass()
  end,
}
