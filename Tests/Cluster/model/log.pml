/* The commit log of the lane on the servers: NATSCommitLog.swift, CommitAppender.swift. */

Commit log[COMMITS + 1];
byte last_commit;
byte first_commit;   /* Those before it were removed. */

#define REFUSED 255

/* A commit, by member, whose writer waits for the answer: the number of the commit, or REFUSED. */
Commit sent[MEMBERS];
bool checked[MEMBERS];
byte reply[MEMBERS];

#define is_under_way(member) (sent[member].kind != 0 && reply[member] == 0)

inline forget_sent(member) {
	clear_commit(sent[member]);
	checked[member] = false;
	reply[member] = 0
}

/* One whose writer did not wait any longer, because of a timeout, or because it ended. It may arrive later. */
Commit late[MEMBERS];

/* Cluster.create: a log without commits is never a new one. */
inline begin_log() {
	last_commit = 1;
	first_commit = 1;
	log[1].kind = first;
	whole.commit = 1
}

#ifdef CHECK_BEFORE_REPLICATION
/* The last message that a member knows of: its commits need not follow it, since messages can be void. */
byte tail[MEMBERS];
#define is_next(change) (change.tail == last_commit)
/* CommitChain: the first commit that follows another one counts. */
#define is_void(change) (change.expected != whole.commit)
/* What was compared before is stored whenever it arrives. */
#define may_arrive(change) true
#else
#define may_arrive(change) is_next(change)
#define is_next(change) (change.expected == last_commit)
#define is_void(change) false
#endif
#ifdef NO_FENCE
#undef is_next
#define is_next(change) true
#endif

/* What CommitAppender appends; the writer waits for the reply then. */
inline append(me, what, whose, to) {
	sent[me].expected = copy[me].commit;
#ifdef CHECK_BEFORE_REPLICATION
	sent[me].tail = tail[me];
#endif
	sent[me].kind = what;
	sent[me].event = whose;
	sent[me].value = to;
	if
	:: !is_next(sent[me]) -> reply[me] = REFUSED
	:: else
	fi
#ifdef COMMIT_FIRST
	;
	apply(copy[me], sent[me], copy[me].commit + 1)
#endif
}

#define is_room (last_commit < COMMITS)

inline store_commit(change) {
	last_commit++;
	copy_commit(log[last_commit], change);
	if
	:: is_void(change) -> printf("  message %d after %d is void: %e, event %d\n", last_commit, change.expected, change.kind, change.event)
	:: else ->
		printf("  commit %d after %d: %e, event %d\n", last_commit, change.expected, change.kind, change.event);
		check_commit(change, whole.commit);
		apply(whole, change, last_commit);
		check_end()
	fi
}

/* What cannot be stored any more is refused at once, which its writer sees whenever it goes on. */
inline refuse_others() {
	for (other : 0 .. MEMBERS - 1) {
		if
		:: is_under_way(other) && !checked[other] && !is_next(sent[other]) -> reply[other] = REFUSED
		:: else
		fi;
		if
		:: late[other].kind != 0 && !may_arrive(late[other]) -> clear_commit(late[other])
		:: else
		fi
	};
	other = 0
}

/* nats-server gets the commits of a member, and those of others before or after them, or never. */
proctype CommitServer(byte member) {
	byte other;
end:
	do
#ifdef CHECK_BEFORE_REPLICATION
	/* Before 2.11, with replicas: two commits that arrive at the same time pass the same check. A writer asks which message
	 * follows the one that it knew of. */
	:: atomic { is_under_way(member) && !checked[member] && is_next(sent[member]) -> checked[member] = true }
	:: d_step { is_room && is_under_way(member) && checked[member] ->
		store_commit(sent[member]);
		checked[member] = false;
		if
#ifndef NO_VERIFICATION
		:: last_commit != sent[member].tail + 1 -> reply[member] = REFUSED
#endif
		:: else -> reply[member] = last_commit; tail[member] = last_commit
		fi;
		refuse_others() }
#else
	:: d_step { is_room && is_under_way(member) && is_next(sent[member]) ->
		store_commit(sent[member]);
		reply[member] = last_commit;
		refuse_others() }
#endif
	:: d_step { is_room && late[member].kind != 0 && may_arrive(late[member]) ->
		store_commit(late[member]);
		clear_commit(late[member]);
		refuse_others() }
	od
}
