-- Cases for announce.lua.
local function order(customer, amount)
  return { id = "o1", source = "shop", type = "shop.order", data = { customer = customer, amount = amount } }
end

return {
  {
    name = "announces large orders of important customers",
    events = { order("contoso", 1500) },
    records = { { outcome = "unhandled" }, { type = "vip.order", outcome = "unhandled" } },
  },
  {
    name = "leaves all others alone",
    events = { order("Contoso", 999), order("Somebody", 5000) },
    records = { { outcome = "unhandled" }, { outcome = "unhandled" } },
  },
}
