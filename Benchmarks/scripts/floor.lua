-- The handler of the floor program, word for word: both run it over the same file.
return {
  on = "*",

  shouldHandle = function(event) return event.type ~= "mail.bounced" end,

  execute = function(event, commander)
    local deal = event.payload.deal
    commander:emit { id = event.id, stage = deal.stage, amount = deal.amount * 1.1 }
  end,
}
