/* Snapshots, and the removal of what they contain: LaneSnapshots.swift, StoreSnapshot.swift. */

/* The last snapshot whose description is stored. */
Store snapshot;

/* LaneSnapshots.restore.
 *
 * Parts that are removed meanwhile make it fail; then the file is removed, as if it were lost. */
inline restore(me) {
#ifdef SNAPSHOTS
	if
	:: copy[me].commit < snapshot.commit -> copy_store(copy[me], snapshot)
	:: else
	fi
#else
	skip
#endif
}

#ifdef SNAPSHOTS
#ifdef NO_AGE_CHECK
#define is_worth_saving(me) true
#else
#define is_worth_saving(me) (copy[me].commit > snapshot.commit)
#endif

/* LaneSnapshots.save, which runs beside the work, and may go on after the lane was given up. */
proctype Saver(byte me) {
	byte older_commit, older_position;
	Store contents;
end:
	do
	/* What happens between the look at the last description and the copy needs no step: either it changes
	 * the description, and then nothing comes of this snapshot, or the look could have been later. */
	:: atomic { is_worth_saving(me) ->
			older_commit = snapshot.commit;
			older_position = snapshot.position;
			copy_store(contents, copy[me]) };
		/* The description, which is written after the parts and fenced as commits are. */
		atomic {
			if
#ifndef NO_SNAPSHOT_FENCE
			:: snapshot.commit != older_commit -> goto done
#endif
			:: else -> copy_store(snapshot, contents); clear_store(contents); check_removal()
			fi
		};
		if
		:: atomic { older_commit > 1 && first_commit < older_commit ->
			first_commit = older_commit; check_removal() }
		:: else
		fi;
		if
#ifdef REMOVE_ALL_EVENTS
		:: atomic { first_message = last_message + 1; check_removal() }
#else
		:: atomic { older_position > 0 && first_message <= older_position ->
			first_message = older_position + 1; check_removal() }
		:: else
#endif
		fi;
done:
		atomic { older_commit = 0; older_position = 0; clear_store(contents) }
	od
}
#endif
