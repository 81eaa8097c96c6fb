-- Cases for announce.lua: events go in, and what is written here must come out.
local function order(total) return { type = "shop.order", data = { total = total } } end

return {
  {
    name = "announces a large order",
    events = { order(1000) },
    records = { { type = "shop.order" }, { type = "hot-leads.large" } },
  },
  {
    name = "leaves a small one alone",
    events = { order(999) },
    records = { { type = "shop.order" } },
  },
}
