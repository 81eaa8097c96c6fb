/* What must hold. A failed assertion names the invariant: "assertion violated !(event_lost)".
 *
 * `whole` is the store that one process would have: all commits of the log, applied when they were stored, also those
 * that were removed since.
 */
Store whole;
/* Events that a finish was stored for, whatever servers lost since. */
byte finished;
/* The values that the sink got, a bit for each. */
byte delivered;

bool event_lost;              /* An event of the stream is in no store and will not be read. */
bool applied_twice;           /* An event changed the state twice. */
bool order_differs;           /* The state is not that of one process that gets the events in order. */
bool fenced_writer_stored;    /* A commit was stored that does not follow the one that its writer knew of. */
bool copy_differs;            /* A store that was opened is not what the log contains. */
bool lane_cannot_be_opened;   /* Neither the log nor a snapshot gives a new member the store. */
bool called_twice;            /* An effect that must happen once was carried out twice. */
bool value_lost;              /* A value left the outbox and did not reach the sink. */
bool value_order_differs;     /* A value reached the sink before an earlier one of its lane. */
bool unknown_without_fault;   /* The outcome of an effect is unknown although no member has failed. */
bool fenced_with_lease;       /* A member that has the lease did work for nothing. */
bool complete;                /* Not an invariant: whether the model reaches its end. */

inline require(broken, condition) {
	if
	:: condition
	:: else -> broken = true; assert(!broken)
	fi
}

inline check_commit(change, previous) {
	require(fenced_writer_stored, change.expected == previous);
	if
	:: change.kind == accept || change.kind == skip_known ->
		/* One message at a time is accepted, so none may lie between. */
		require(event_lost, change.value == whole.position + 1);
		require(event_lost, change.kind == accept || !(stream[change.value] & ~whole.seen))
	:: change.kind == finish ->
		require(applied_twice, !(finished & bit(change.event)));
		/* The first copies of events are in the stream in the order of their numbers. */
		require(order_differs, change.value == whole.state * 4 + change.event && whole.state % 4 < change.event);
		finished = finished | bit(change.event)
	:: change.kind == set_aside ->
#ifdef ONLY_STOPS
		require(unknown_without_fault, false);
#endif
		require(applied_twice, !(finished & bit(change.event)))
	:: change.kind == take -> require(value_lost, delivered & bit(change.value))
	:: else
	fi
}

/* A store that has the last commit is that of one process. */
inline check_copy(store) {
	require(copy_differs, store.commit != whole.commit || same_store(store, whole));
#ifdef CHECK_BEFORE_REPLICATION
	require(copy_differs, store.commit == whole.commit)
#endif
}

inline check_removal() {
	require(lane_cannot_be_opened, first_commit <= snapshot.commit + 1);
	require(event_lost, first_message <= whole.position + 1)
}

inline check_delivery(number) {
	require(value_order_differs, number == 1 || (delivered & bit(number - 1)));
	delivered = delivered | bit(number)
}

/* With -DREACH, SPIN must find that all events can be processed: otherwise the invariants hold because nothing happens. */
#ifdef OUTPUTS
#define unfinished_output (whole.taken < EVENTS)
#else
#define unfinished_output false
#endif

inline check_end() {
#ifdef REACH
	require(complete, whole.inbox != 0 || unfinished_output || whole.position < MESSAGES || !(whole.seen & bit(EVENTS)))
#else
	skip
#endif
}
