# The rewrite task with jq: jq -c -f rewrite.jq LOG > OUT
.processed = true
