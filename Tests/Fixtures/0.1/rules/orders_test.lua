local test = require "test"

local function order(amount)
  return test.event("order.placed", { amount = amount }, { partitionkey = "contoso" })
end

return {
  {
    name = "keeps its records",
    events = { order(10), order(32) },
    records = test.snapshot(),
    emitted = test.snapshot(),
  },
  {
    name = "takes up the state of version 1",
    state = { before = { contoso = { count = 4, total = 100 } } },
    events = { order(1) },
    emitted = { { customer = "contoso", count = 5, total = 101 } },
  },
}
