-- Tests of validate_discount.lua: a rejected event makes CRM abort the operation.
local function quote(message, target, pre)
  return {
    type = "crm.quote." .. message,
    data = { id = "00000000-0000-4000-8000-000000000002", target = target, pre = pre },
  }
end

return {
  {
    name = "rejects a discount without a reason",
    events = { quote("update", { discountpercentage = 20 }) },
    records = {
      { outcome = "rejected", reason = "a discount of 20 % needs a reason in the description" },
    },
  },
  {
    name = "rejects a reason that is too short",
    events = { quote("update", { discountpercentage = 20, description = "because" }) },
    records = { { outcome = "rejected" } },
  },
  {
    name = "accepts a reason that was given before",
    events = {
      quote("update", { discountpercentage = 20.5 }, { quote = { description = "third order this year" } }),
    },
    records = { { outcome = "handled", emitted = 1 } },
    output = {
      {
        quote = "00000000-0000-4000-8000-000000000002",
        discount = 20.5,
        reason = "third order this year",
      },
    },
  },
  {
    name = "accepts a discount up to the limit",
    events = { quote("create", { discountpercentage = 15 }), quote("update", { name = "no discount" }) },
    records = { { outcome = "handled", emitted = 0 }, { outcome = "handled", emitted = 0 } },
  },
}
