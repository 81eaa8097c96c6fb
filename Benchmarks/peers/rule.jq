# The rule task with jq: jq -c -f rule.jq LOG > OUT
{"": true, "bi.example.com": true, "bi-eu.example.com": true} as $hosts
| {"D3A9E8514C0FE1B76A20C88D5F9B7E14": true, "0F6B2C7711EB4A9D8C5500A0C92E61F3": true,
   "7C41B05E4D3396FA1E8B7290CD46A85D": true, "A82E1D9311EC77B0520F00B0D1F3C96B": true} as $accounts
| select(.type == "link.drill")
| . as $event
| .data.url as $url
| $url
| capture("^[A-Za-z0-9]+://(?<host>[^/?]*).*?[?&][A-Za-z]+ID=(?<report>[0-9A-Fa-f]+)")
| select($hosts[.host] and $accounts[.report])
| {id: $event.id, report,
   region: (first($url | capture("[?&]region=(?<region>[^&]*)") | .region) // "all")}
