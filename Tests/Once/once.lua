-- Sends the request that the event's data describes. A script must not be able to go on after a lost answer, so it
-- tries to.
local crm = require "crm"

local function record(name, id) return { logicalname = name, id = id } end

local requests = {
  create = function(d) return crm.create("account", { name = d.name }) end,
  createid = function(d) return crm.create("account", { id = d.record, name = d.name }) end,
  delete = function(d) return crm.delete("task", d.record) end,
  revise = function(d) return crm.execute({ "ReviseQuote", QuoteId = d.record, ColumnSet = { "name" } }) end,
  win = function(d)
    return crm.execute({ "WinOpportunity",
      OpportunityClose = { logicalname = "opportunityclose", opportunityid = record("opportunity", d.record) },
      Status = 3,
    })
  end,
  case = function(d)
    return crm.execute({ "CloseIncident",
      IncidentResolution = { logicalname = "incidentresolution", incidentid = record("incident", d.record) },
      Status = 5,
    })
  end,
  lock = function(d) return crm.execute({ "LockSalesOrderPricing", SalesOrderId = d.record }) end,
  qualify = function(d)
    return crm.execute({ "QualifyLead",
      LeadId = record("lead", d.record), CreateAccount = true, CreateContact = false, CreateOpportunity = false,
      Status = 3,
    })
  end,
}

return {
  on = "once.*",
  execute = function(event, commander)
    local ok, answer = pcall(requests[event.data.kind], event.data)
    if not ok then error(answer) end
    commander:emit { id = event.id }
  end,
}
