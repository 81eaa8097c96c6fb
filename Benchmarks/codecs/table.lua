-- Failed orders: three of eight columns.
return {
  on = "entry.csv",
  where = { ["data.status"] = "failed" },
  execute = function(event, commander)
    local data = event.data
    commander:emit { id = data.id, user = data.user, amount = data.amount }
  end,
}
