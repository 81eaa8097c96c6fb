/* A member that processes the lane: LaneRunner.swift, StoreReplica.swift, CommitAppender.swift, Committer.swift, AsyncHostCall.swift. */

mtype = { is_open, is_missing, is_diverged }

/* StoreReplica.catchUp with NATSCommitLog.read. */
inline catch_up(me) {
	result = is_open;
#ifndef NO_FIRST_COMMIT
	if
	:: last_commit == 0 || copy[me].commit > last_commit -> result = is_missing
	:: else
	fi;
#endif
	number = copy[me].commit;
	do
	:: result == is_open && number < last_commit ->
		number++;
		if
		:: number < first_commit -> number = first_commit
		:: else
		fi;
		if
#ifndef NO_CHAIN
		:: log[number].expected != copy[me].commit -> result = is_diverged
#endif
		:: else -> apply(copy[me], log[number], number)
		fi
	:: else -> break
	od
}

/* What CommitAppender appends; the writer waits for the reply then. */
inline append(me, what, whose, to) {
	sent[me].expected = copy[me].commit;
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

/* Whether a message lies behind the position. */
#define is_behind(me) (position_of(me) < last_message && first_message <= last_message)

/* LaneSource: the first one. */
inline read_message(me) {
	number = copy[me].position + 1;
#ifdef POSITION_IS_ACKNOWLEDGEMENT
	number = acknowledged + 1;
	acknowledged = number;
#endif
	if
	:: number < first_message -> number = first_message
	:: else
	fi;
	event = stream[number];
	if
#ifndef NO_SEEN
	:: copy[me].seen & bit(event) -> append(me, skip_known, event, number)
#endif
	:: else -> append(me, accept, event, number)
	fi;
	number = 0
}

#ifdef POSITION_IS_ACKNOWLEDGEMENT
byte acknowledged;
#define position_of(me) acknowledged
#else
#define position_of(me) copy[me].position
#endif

/* Lanes.swift: one event of a key at a time, in the order of the inbox. */
inline next_event(me) {
#ifdef ANY_ORDER
	select(event : 1 .. EVENTS);
#else
	event = 1;
	do
	:: event < EVENTS && !(copy[me].inbox & bit(event)) -> event++
	:: else -> break
	od
#endif
}

/* Events with an odd number have an effect. */
#ifdef EFFECTS
#define has_effect(event) (event % 2 == 1)
#else
#define has_effect(event) false
#endif

#ifdef TIMERS
/* Effects of timers are noted under a number that is another one after each start: InboxNumber.swift. */
#define is_begun(me, event) false
#define is_answered(me, event) false
#else
#define is_begun(me, event) (copy[me].begun & bit(event))
#define is_answered(me, event) (copy[me].answered & bit(event))
#endif

/* The process ends, or the store is closed: CommitAppender.isLost. What was sent may still arrive. */
inline leave(me) {
	event = 0;
#ifdef LATE
	if
	:: is_under_way(me) && is_next(sent[me]) -> copy_commit(late[me], sent[me])
	:: true
	fi;
#endif
#ifndef NO_DRAIN
	forget_sent(me);
#endif
#ifdef LEASES
	/* Also the end of the process, after which the lease expires. */
	give_lease_up(me)
#endif
}

proctype Member(byte me) {
	byte event, number;
	mtype result;

closed:
#ifdef LEASES
	do
	:: atomic { !has_lane[me] && !sees_free[me] && owner == 0 -> look(me) }
	:: atomic { sees_free[me] -> take_lease(me) }
	:: atomic { has_lane[me] -> break }
	od;
#endif
	atomic {
		if
		:: true
#ifdef LOST_FILES
		:: copy[me].commit != 0 -> clear_store(copy[me])
#endif
		fi;
		restore(me)
#ifdef SNAPSHOTS
	}
	/* A pause here lets others remove commits. */
	atomic {
#endif
		d_step {
			catch_up(me);
			number = 0;
			if
			:: result == is_diverged -> clear_store(copy[me])
			:: result == is_open -> check_copy(copy[me])
			:: else
			fi
		}
		if
		:: result != is_open -> result = 0; goto closed
		:: else -> result = 0
		fi
	}
ready:
	if
	:: atomic { is_behind(me) -> read_message(me) }
	:: atomic { copy[me].inbox != 0 ->
		next_event(me);
		if
		:: !(copy[me].inbox & bit(event)) -> event = 0; goto ready
		:: else
		fi;
		if
		:: has_effect(event) && !is_answered(me, event) && !is_begun(me, event) ->
#ifdef NO_BEGIN
			goto call
#else
			append(me, begin, event, 0)
#endif
		:: has_effect(event) && !is_answered(me, event) && is_begun(me, event) ->
#if defined(REPEATABLE) || defined(NO_UNKNOWN)
			goto call
#else
			/* effect.unknown: an operator decides. */
			append(me, set_aside, event, 0)
#endif
		:: else -> append(me, finish, event, copy[me].state * 4 + event)
		fi }
#ifdef OUTPUTS
	:: atomic { copy[me].taken < emitted(copy[me].state) -> deliver(me) }
#endif
#ifdef FORGET_BY_CLOCK
	/* InboxTables.forget with a clock that is ahead. */
	:: atomic { copy[me].seen & ~copy[me].inbox & bit(1) -> append(me, forget, 1, 0) }
#endif
	:: atomic { leave(me); goto closed }
	fi;

waiting:
	if
	:: atomic { reply[me] == REFUSED ->
#ifdef LEASES
		fenced_with_lease = true;
		assert(!fenced_with_lease);
#endif
#ifdef NO_REOPEN
		/* Goes on behind the commit that refused it. */
		copy[me].commit = last_commit;
		forget_sent(me);
		event = 0;
		goto ready
#else
		atomic { leave(me); goto closed }
#endif
		}
	:: atomic { reply[me] != 0 && reply[me] != REFUSED -> d_step {
#ifndef COMMIT_FIRST
			apply(copy[me], sent[me], reply[me]);
#endif
			result = sent[me].kind;
			forget_sent(me)
		};
		if
		:: result == begin -> result = 0; goto call
#ifdef TAKE_FIRST
		:: result == take -> result = 0; check_delivery(copy[me].taken); goto ready
#endif
		:: result == answer ->
			result = 0;
			append(me, finish, event, copy[me].state * 4 + event);
			goto waiting
		:: else -> result = 0; event = 0; goto ready
		fi }
#ifndef ONLY_STOPS
	:: atomic { leave(me); goto closed }
#endif
	fi;

call:
	/* A pause here is what makes the outcome unknown to others. */
	if
	:: atomic { check_call(event); append(me, answer, event, 0); goto waiting }
#ifndef WAITS_FOR_CALLS
	:: atomic { leave(me); goto closed }
#endif
	fi;
}
