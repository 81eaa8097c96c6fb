-- Rejects claims that need approval first, and passes all others on to the next rule.
local most = { dinner = 80, hotel = 250, train = 400 }

return {
  on = "expense.claim",
  execute = function(claim, commander)
    local kind, amount = claim.data.kind, claim.data.amount
    if most[kind] and amount > most[kind] then
      return commander:reject(("more than %d for a %s"):format(most[kind], kind))
    end
    return commander:pass()
  end,
}
