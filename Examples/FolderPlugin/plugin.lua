-- Announces large orders of important customers.
return {
  name = "vip",
  version = "1.0.0",
  perilune = ">= 0.1",
  summary = "Announces large orders of important customers.",

  scripts = { "announce.lua" },
  modules = { "vip" },

  events = {
    ["vip.order"] = "An important customer ordered something.",
  },

  settings = {
    customers = {
      type = "table",
      default = { "Contoso", "Fabrikam" },
      summary = "The names of the customers.",
    },
    threshold = { type = "number", default = 1000, summary = "Smaller orders are not announced." },
  },
}
