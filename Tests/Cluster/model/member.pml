/* A member that processes the lane: LaneRunner.swift, Committer.swift, Lanes.swift. */

/* One event of a key at a time, in the order of the inbox. */
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

/* The process ends, or the store is closed: CommitAppender.isLost. What was sent may still arrive. */
inline leave(me) {
	printf("  member %d: ends, or closes the store\n", me);
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

	/* The store is closed. */
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
		:: copy[me].commit != 0 -> printf("  member %d: loses the file\n", me); clear_store(copy[me])
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
			:: result == is_open -> printf("  member %d: opens the store at commit %d\n", me, copy[me].commit); check_copy(copy[me])
			:: else
			fi
		}
		if
		:: result != is_open -> result = 0; goto closed
		:: else -> result = 0
		fi
	}
	/* The store is open, and no commit is under way. */
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
	/* InboxTables.forget, if CommitTarget took the clock of the member, which may be ahead. */
	:: atomic { copy[me].seen & ~copy[me].inbox & bit(1) -> append(me, forget, 1, 0) }
#endif
	:: atomic { leave(me); goto closed }
	fi;

	/* A commit is under way. */
waiting:
	if
	:: atomic { reply[me] == REFUSED ->
		printf("  member %d: its commit is refused\n", me);
#ifdef LEASES
		require(fenced_with_lease, false);
#endif
#ifdef NO_REOPEN
		/* Goes on behind the commit that refused it. */
		copy[me].commit = last_commit;
		forget_sent(me);
		event = 0;
		goto ready
#else
		leave(me);
		goto closed
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

	/* An effect is about to be carried out. A pause here makes its outcome unknown to others. */
call:
	if
	:: atomic { printf("  member %d: carries the effect of event %d out\n", me, event); check_call(event); append(me, answer, event, 0); goto waiting }
	/* Intake.finishCalls: a member that is asked to stop waits for the call. */
#if !defined(ONLY_STOPS) || defined(NO_WAIT)
	:: atomic { leave(me); goto closed }
#endif
	fi;
}
