-- When a lead becomes hot in CRM, creates a task for its owner and a draft of a first e-mail to the lead.
--
-- Register the webhook for Update of lead, asynchronous, filtered to leadqualitycode.
local crm = require "crm"

-- Choices are numbers in CRM: leadqualitycode 1 is Hot, prioritycode 2 is High.
local hot, high = 1, 2

return {
  on = "crm.lead.update",
  where = { ["data.target.leadqualitycode"] = hot },

  execute = function(event)
    local lead = crm.retrieve("lead", event.data.id, { "subject", "fullname", "ownerid", "emailaddress1" })

    crm.create("task", {
      subject = "Call: " .. (lead.subject or lead.fullname or "a hot lead"),
      regardingobjectid = lead,
      ownerid = lead.ownerid,
      scheduledend = event.time,
      prioritycode = high,
    })

    -- Without an e-mail address, create no draft.
    if not lead.emailaddress1 then return end
    crm.create("email", {
      subject = lead.subject,
      description = "Thank you for your interest. When would be a good time to talk?",
      from = { lead.ownerid },
      to = { lead },
      regardingobjectid = lead,
      ownerid = lead.ownerid,
    })
  end,
}
