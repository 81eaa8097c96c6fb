-- Tests of hot_lead.lua: events, and the CRM records before and after them.
local lead = "00000000-0000-4000-8000-000000000001"

local function update(quality)
  return {
    type = "crm.lead.update",
    time = "2026-11-21T09:00:00Z",
    data = { id = lead, entity = "lead", message = "Update", target = { leadqualitycode = quality } },
  }
end

local function before(address)
  return {
    { logicalname = "lead", id = lead, subject = "Forklifts", lastname = "Winter", emailaddress1 = address },
  }
end

-- A lead with only some attributes, and the expected task.
local function called(subject, known)
  known.id, known.logicalname = lead, "lead"
  known.ownerid = { logicalname = "systemuser", id = lead }
  return {
    name = "names the task after the lead: " .. subject,
    crm = {
      answers = { ["retrieve lead"] = known, ["create task"] = lead },
      calls = { "retrieve lead", { call = "crm.create task", attributes = { subject = "Call: " .. subject } } },
    },
    events = { update(1) },
    count = { handled = 1, effects = 2 },
  }
end

local task = {
  logicalname = "task",
  subject = "Call: Forklifts",
  prioritycode = 2,
  scheduledend = "2026-11-21T09:00:00Z",
  regardingobjectid = { logicalname = "lead", id = lead },
}

return {
  {
    name = "creates a task and a draft for a hot lead",
    crm = {
      before = before "winter@example.com",
      after = {
        task,
        {
          logicalname = "email",
          subject = "Forklifts",
          statecode = 0,
          regardingobjectid = { logicalname = "lead", id = lead },
        },
      },
    },
    events = { update(1) },
    records = {
      {
        outcome = "handled",
        effects = { { kind = "crm.retrieve" }, { kind = "crm.create", entity = "task" }, { kind = "crm.create", entity = "email" } },
      },
    },
  },
  {
    name = "creates only a task without an address",
    crm = { before = before(nil), after = { task } },
    events = { update(1) },
    records = { { outcome = "handled" } },
  },
  called("Ann Winter", { fullname = "Ann Winter" }),
  called("a hot lead", {}),
  {
    name = "ignores a lead that is not hot",
    crm = { before = before "winter@example.com" },
    events = { update(2) },
    records = { { outcome = "unhandled", effects = {} } },
  },
}
