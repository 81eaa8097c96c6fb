-- Approves travel expenses within the limits.
local travel = { hotel = true, train = true }

return {
  on = "expense.claim",
  shouldHandle = function(claim) return travel[claim.data.kind] end,
  execute = function(claim, commander)
    commander:emit { claim = claim.id, pay = claim.data.amount }
  end,
}
