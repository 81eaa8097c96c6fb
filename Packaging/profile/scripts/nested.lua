-- Walks lists of positions, and emits a copy with totals.
local json = require "json"

return {
  on = "order.placed",
  execute = function(event, commander)
    local sum, most, names = 0, nil, {}
    for index, position in ipairs(event.data.positions) do
      sum = sum + position.quantity * position.price
      if not most or position.price > most.price then most = position end
      names[#names + 1] = index .. ":" .. position.article
    end
    table.sort(names)
    for name, value in pairs(event.data.customer) do
      if type(value) == "string" and #value > 30 then names[name] = nil end
    end
    commander:emit(json.with(event, {
      total = sum,
      first = names[1] or json.null,
      most = most and most.article or json.null,
    }))
  end,
}
