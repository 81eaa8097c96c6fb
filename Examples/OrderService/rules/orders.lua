-- Orders over 500 get a discount; orders over 10,000 are rejected, since a person must decide.
return {
  on = "order.placed",
  execute = function(event, commander)
    local order = event.data
    if order.total > 10000 then return commander:reject("ask the sales department") end
    if order.total > 500 then commander:emit { order = order.number, percent = 5 } end
  end,
}
