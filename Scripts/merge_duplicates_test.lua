-- Tests of merge_duplicates.lua: events, and the CRM records before and after them.
local old = "00000000-0000-4000-8000-00000000000a"
local new = "00000000-0000-4000-8000-00000000000b"

local function contact(id, fields)
  fields.logicalname, fields.id = "contact", id
  return fields
end

local function created(fields)
  return { type = "crm.contact.create", data = { id = new, entity = "contact", message = "Create", target = fields } }
end

return {
  {
    name = "fills in what the older contact lacks",
    crm = {
      before = {
        contact(old, { lastname = "Winter", emailaddress1 = "winter@example.com", telephone1 = "1" }),
        contact(new, { lastname = "Winter", emailaddress1 = "winter@example.com", telephone1 = "2", jobtitle = "Buyer" }),
      },
      after = {
        contact(old, { telephone1 = "1", jobtitle = "Buyer", statecode = 0 }),
        contact(new, { statecode = 1 }),
      },
    },
    events = { created { emailaddress1 = "winter@example.com", telephone1 = "2", jobtitle = "Buyer" } },
    output = { { merged = new, into = old } },
  },
  {
    name = "ignores a contact with another address",
    crm = {
      before = {
        contact(old, { lastname = "Winter", emailaddress1 = "winter@example.com" }),
        contact(new, { lastname = "Winter", emailaddress1 = "sommer@example.com" }),
      },
      after = { contact(old, { statecode = 0 }), contact(new, { statecode = 0 }) },
    },
    events = { created { emailaddress1 = "sommer@example.com" } },
    output = {},
  },
  {
    name = "ignores a contact without an address",
    events = { created { lastname = "Winter" } },
    records = { { outcome = "unhandled" } },
  },
}
