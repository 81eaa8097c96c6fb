/* How a member opens the store of the lane: StoreReplica.catchUp, NATSCommitLog.read. */

mtype = { is_open, is_missing, is_diverged }

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
#ifndef NO_CHAIN
		:: log[number].expected != copy[me].commit -> result = is_diverged
#endif
		:: else -> apply(copy[me], log[number], number)
		fi
	:: else -> break
	od
}
