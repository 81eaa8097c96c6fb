-- Makes a task for a lead: a question to one organization, a request to another.
local crm = require "crm"

return {
  on = "task.wanted",

  execute = function(event, commander)
    local lead = crm.retrieve("lead", event.data.lead, { "subject" })
    local task = crm.create("task", { subject = "Call: " .. lead.subject }, { organization = "tasks" })
    commander:emit { subject = lead.subject, task = task }
  end,
}
