-- Large orders in two currencies; comparisons and one branch that rejects.
return {
  on = "order.*",
  where = { ["data.currency"] = { "EUR", "CHF" } },
  shouldHandle = function(event) return event.data.total ~= nil end,
  execute = function(event, commander)
    local data = event.data
    if data.total > 4000 then return commander:reject("needs approval") end
    if data.total < 50 then return commander:pass() end
    commander:emit { order = event.id, total = data.total * 1.19, customer = data.customer.name }
  end,
}
