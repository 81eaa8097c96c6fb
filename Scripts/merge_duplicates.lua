-- Merges a new contact into an older one with the same e-mail address: the older contact gets the values
-- that it lacks, activities and related records move to it, and CRM deactivates the new contact.
--
-- Register the webhook for Create of contact, asynchronous.
local crm = require "crm"

local kept = { "telephone1", "mobilephone", "jobtitle", "address1_city" }

return {
  on = "crm.contact.create",

  shouldHandle = function(event)
    local address = event.data.target.emailaddress1
    return address ~= nil and address ~= ""
  end,

  execute = function(event, commander)
    local new = event.data.target
    local columns = { "emailaddress1", table.unpack(kept) }
    local older = crm.retrieveMultiple {
      entity = "contact",
      attributes = columns,
      filter = {
        { "emailaddress1", "eq", new.emailaddress1 },
        { "contactid", "ne", event.data.id },
        { "statecode", "eq", 0 },
      },
      order = { "createdon" },
      top = 1,
    }()
    if not older then return end

    local content = { logicalname = "contact" }
    for _, name in ipairs(kept) do
      if older[name] == nil and new[name] ~= nil then content[name] = new[name] end
    end
    crm.execute {
      "Merge",
      Target = { logicalname = "contact", id = older.id },
      SubordinateId = event.data.id,
      UpdateContent = content,
      PerformParentingChecks = false,
    }
    commander:emit { merged = event.data.id, into = older.id }
  end,
}
