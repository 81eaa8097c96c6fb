-- The field check of the comparison: a hot lead is noticed, nothing else happens.
local seen = 0

return {
  on = "crm.lead.update",
  execute = function(event)
    if event.data.target.leadqualitycode == 1 then seen = seen + 1 end
  end,
}
