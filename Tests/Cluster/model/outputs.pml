/* Emitted values on their way to a sink: Outbox.swift, OutboxTable.swift, NATSSink.swift.
 *
 * The number up to which the sink has taken values is part of the store. A value that was delivered again has the same id, and is
 * counted once here: the duplicate window of a stream does that, or its readers do.
 */
inline deliver(me) {
	printf("  member %d: delivers from value %d on\n", me, copy[me].taken + 1);
	number = copy[me].taken + 1;
#ifdef WINDOW
	/* Values are published without waiting for each other: the server has lost the first one. */
	if
	:: number < emitted(copy[me].state) -> check_delivery(number + 1)
	:: true
	fi;
#endif
#ifndef TAKE_FIRST
	check_delivery(number);
#endif
	append(me, take, 0, number);
	number = 0
}
