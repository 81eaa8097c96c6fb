-- Cases for validate_discount.lua: a rejected event is what makes CRM abort the operation.
local function quote(message, target, pre)
  return {
    type = "crm.quote." .. message,
    data = { id = "00000000-0000-4000-8000-000000000002", target = target, pre = pre },
  }
end

return {
  {
    name = "a discount without a reason is refused",
    events = { quote("update", { discountpercentage = 20 }) },
    records = {
      { outcome = "rejected", reason = "a discount of 20 % needs a reason in the description" },
    },
  },
  {
    name = "a reason that says too little is none",
    events = { quote("update", { discountpercentage = 20, description = "because" }) },
    records = { { outcome = "rejected" } },
  },
  {
    name = "a reason that is there already counts",
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
    name = "up to the limit nobody is asked",
    events = { quote("create", { discountpercentage = 15 }), quote("update", { name = "no discount" }) },
    records = { { outcome = "handled", emitted = 0 }, { outcome = "handled", emitted = 0 } },
  },
}
