-- Cases for linked_charts.lua: the dashboards that are open, what happens in them, and their state after.
local function event(kind, chart, category)
  return { type = "chart." .. kind .. ".category", subject = chart,
    data = { dashboard = "products", chart = chart, category = category } }
end

return {
  {
    name = "the table follows the chart",
    charts = {
      open = { "charts/products.xml" },
      after = { products = { items = { ProductTable = { categories = { "Bikes", "Clothing" } } } } },
    },
    events = { event("selection", "Products", "Bikes"), event("selection", "Products", "Clothing") },
    records = {
      {
        outcome = "handled",
        effects = { { kind = "chart.selection.category", chart = "products/ProductTable", category = "Bikes" } },
      },
      { outcome = "handled" },
    },
  },
  {
    name = "the chart follows the table, also when something is deselected",
    charts = {
      open = { "charts/products.xml" },
      after = { products = { items = { Products = { categories = { "Clothing" } } } } },
    },
    events = {
      event("selection", "ProductTable", "Bikes"), event("selection", "ProductTable", "Clothing"),
      event("deselection", "ProductTable", "Bikes"),
    },
  },
  {
    name = "other charts are left alone",
    charts = { open = { "charts/products.xml" }, after = { products = {} } },
    events = { event("selection", "Orders", "2011") },
    records = { { outcome = "handled", effects = {} } },
  },
}
