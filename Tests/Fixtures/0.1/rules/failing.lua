-- Fails for all that it is asked about.
return {
  on = { "order.broken", "crm.lead.update" },
  execute = function() error("not yet") end,
}
