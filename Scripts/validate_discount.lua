-- Rejects a quote with a discount of more than 15 % unless its description gives a reason.
--
-- Register the webhook for Create and Update of quote, synchronous: CRM waits for the response, and a rejected
-- event aborts the operation. CRM reads only the status of the response; the reason is in the event's record.
local limit = 15

return {
  on = { "crm.quote.create", "crm.quote.update" },
  priority = 10,

  execute = function(event, commander)
    local quote = event.data.target
    local discount = tonumber(quote.discountpercentage)
    if not discount or discount <= limit then return end

    local before = event.data.pre and event.data.pre.quote
    local reason = quote.description or (before and before.description)
    if not reason or #reason < 10 then
      return commander:reject(("a discount of %g %% needs a reason in the description"):format(discount))
    end
    commander:emit { quote = event.data.id, discount = discount, reason = reason }
  end,
}
