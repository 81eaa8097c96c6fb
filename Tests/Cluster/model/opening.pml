/* How a member opens the store of the lane: StoreReplica.catchUp, NATSCommitLog.read. */

mtype = { is_open, is_missing, is_diverged }

#ifdef CHECK_BEFORE_REPLICATION
/* The messages that are void, a bit for each. */
int skipped;
#endif

/* Applies the commits that the file does not have. */
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
#if defined(CHECK_BEFORE_REPLICATION) && !defined(ALL_COUNT)
		:: log[number].expected < copy[me].commit || (skipped & bit(log[number].expected + 1)) -> skipped = skipped | bit(number + 1)
		:: log[number].expected > copy[me].commit && !(skipped & bit(log[number].expected + 1)) -> result = is_diverged
		:: log[number].expected == copy[me].commit -> apply(copy[me], log[number], number)
#else
#ifndef NO_CHAIN
		:: log[number].expected != copy[me].commit -> result = is_diverged
#endif
		:: else -> apply(copy[me], log[number], number)
#endif
		fi
	:: else -> break
	od;
#ifdef CHECK_BEFORE_REPLICATION
	tail[me] = last_commit;
	skipped = 0
#endif
}
