/* The store of a lane, and commits to it: StoreReplica.swift, CommitAppender.swift, InboxTables.swift, LedgerTable.swift.
 *
 * Sets of events have a bit for each.
 */
typedef Store {
	byte commit;     /* The number of the last commit that it contains. */
	byte position;   /* The last message of the stream of events that was accepted. */
	byte seen;       /* Events whose ids are remembered. */
	byte inbox;      /* Events that are accepted and not finished. */
	byte quarantine;
	byte begun;      /* Events whose effect is in the ledger. */
	byte answered;   /* Those whose answer is there too. */
	byte state;      /* What the rule computed: the numbers of its events, two binary digits each. */
	byte taken       /* The values that the sink has taken; the rule emits one for each event. */
}

/* The file of each member. It survives the end of the process, unless it is lost too. */
Store copy[MEMBERS];

mtype = {
	first,       /* An empty store. */
	accept,      /* The events of a message are in the inbox, their ids are remembered, and the position moves. */
	skip_known,  /* The position moves, since the events came before. */
	begin,       /* An effect is about to be carried out. */
	answer,      /* Its answer. */
	finish,      /* An event leaves the inbox, and the state changes. */
	set_aside,   /* An event leaves the inbox for the quarantine: the outcome of its effect is unknown. */
	take,        /* The sink has taken a value. */
	forget       /* An id is not remembered any more. */
}

typedef Commit {
	byte expected;   /* The number of the commit that it follows, a header of the message. */
#ifdef CHECK_BEFORE_REPLICATION
	byte tail;       /* The number of the message that it should follow, another header. */
#endif
	mtype kind;
	byte event;      /* Or events, a bit for each, of an accept. */
	byte value       /* The new position, or the new state: a patchset has new values. */
}

/* StoreCommit.apply, with StoreReplica.mark. */
inline apply(store, change, number) {
	if
	:: change.kind == accept ->
		store.position = change.value;
		store.seen = store.seen | change.event;
		store.inbox = store.inbox | change.event
	:: change.kind == skip_known -> store.position = change.value
	:: change.kind == begin -> store.begun = store.begun | bit(change.event)
	:: change.kind == answer -> store.answered = store.answered | bit(change.event)
	:: change.kind == finish ->
		store.inbox = store.inbox & ~bit(change.event);
		store.state = change.value
	:: change.kind == set_aside ->
		store.inbox = store.inbox & ~bit(change.event);
		store.quarantine = store.quarantine | bit(change.event)
	:: change.kind == take -> store.taken = change.value
	:: change.kind == forget -> store.seen = store.seen & ~bit(change.event)
	:: else
	fi;
	store.commit = number
}

inline copy_commit(target, source) {
	target.expected = source.expected;
#ifdef CHECK_BEFORE_REPLICATION
	target.tail = source.tail;
#endif
	target.kind = source.kind;
	target.event = source.event;
	target.value = source.value
}

inline clear_commit(target) {
	target.expected = 0; target.kind = 0; target.event = 0; target.value = 0
#ifdef CHECK_BEFORE_REPLICATION
	; target.tail = 0
#endif
}

inline copy_store(target, source) {
	target.commit = source.commit;
	target.position = source.position;
	target.seen = source.seen;
	target.inbox = source.inbox;
	target.quarantine = source.quarantine;
	target.begun = source.begun;
	target.answered = source.answered;
	target.state = source.state;
	target.taken = source.taken
}

inline clear_store(target) {
	target.commit = 0; target.position = 0; target.seen = 0; target.inbox = 0;
	target.quarantine = 0; target.begun = 0; target.answered = 0; target.state = 0; target.taken = 0
}

#define same_store(one, other) \
	(one.commit == other.commit && one.position == other.position && one.seen == other.seen \
	&& one.inbox == other.inbox && one.quarantine == other.quarantine && one.begun == other.begun \
	&& one.answered == other.answered && one.state == other.state && one.taken == other.taken)

/* How many values a state has emitted. */
#define emitted(state) ((state > 0) + (state > 3) + (state > 15))
