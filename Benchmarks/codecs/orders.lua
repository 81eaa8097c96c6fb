-- Failed orders: three fields.
return {
  on = "order.failed",
  execute = function(event, commander)
    local data = event.data
    commander:emit { id = data.id, user = data.user, amount = data.amount }
  end,
}
