/* Snapshots, and the removal of what they contain: LaneSnapshots.swift, StoreSnapshot.swift. */

/* The last snapshot whose description is stored. */
Store snapshot;

/* LaneSnapshots.restore.
 *
 * Parts that are removed meanwhile make it fail; then the file is removed, as if it were lost. */
inline restore(me) {
#ifdef SNAPSHOTS
	if
	:: copy[me].commit < snapshot.commit ->
		printf("  member %d: restores the snapshot\n", me);
		copy_store(copy[me], snapshot)
	:: else
	fi
#else
	skip
#endif
}

#ifdef SNAPSHOTS

/* What a member has copied, the snapshot that it replaces, and what it will remove then; 0 if there is nothing to do. */
Store contents[MEMBERS];
byte replaced[MEMBERS];
byte replaced_position[MEMBERS];
byte removing_commits[MEMBERS];
byte removing_events[MEMBERS];

#ifdef NO_AGE_CHECK
#define is_worth_saving(me) (copy[me].commit != 0)
#else
#define is_worth_saving(me) (copy[me].commit > snapshot.commit)
#endif

#ifdef NO_SNAPSHOT_FENCE
#define replaces_last(me) true
#else
#define replaces_last(me) (replaced[me] == snapshot.commit)
#endif

/* Copies that can't become snapshots any more are forgotten, and removals that others have done. */
inline forget_vain_work() {
	for (other : 0 .. MEMBERS - 1) {
		if
		:: contents[other].commit != 0 && !replaces_last(other) ->
			clear_store(contents[other]); replaced[other] = 0; replaced_position[other] = 0
		:: else
		fi;
		if
		:: removing_commits[other] <= first_commit -> removing_commits[other] = 0
		:: else
		fi;
		if
		:: removing_events[other] < first_message -> removing_events[other] = 0
		:: else
		fi
	};
	other = 0
}

/* LaneSnapshots.save, which runs beside the work, and may go on after the lane was given up. It may end at any point, and begin
 * again. */
proctype Saver(byte me) {
	byte other;
end:
	do
	/* What happens between the look at the last description and the copy needs no step: if the description changes,
	 * nothing comes of this snapshot; otherwise the look could have been later. */
	:: d_step { is_worth_saving(me) && contents[me].commit != copy[me].commit ->
		replaced[me] = snapshot.commit;
		replaced_position[me] = snapshot.position;
		copy_store(contents[me], copy[me]) }
	/* The description, which is written after the parts and fenced as commits are. */
	:: d_step { contents[me].commit != 0 && replaces_last(me) ->
		copy_store(snapshot, contents[me]);
		printf("  member %d: stores a snapshot with commit %d\n", me, snapshot.commit);
		removing_commits[me] = replaced[me];
		removing_events[me] = replaced_position[me];
		clear_store(contents[me]); replaced[me] = 0; replaced_position[me] = 0;
#ifdef REMOVE_ALL_EVENTS
		removing_events[me] = last_message;
#endif
		check_removal();
		forget_vain_work() }
	:: d_step { removing_commits[me] > first_commit ->
		first_commit = removing_commits[me];
		printf("  member %d: removes commits before %d\n", me, first_commit);
		check_removal();
		forget_vain_work() }
	:: d_step { removing_commits[me] == 0 && removing_events[me] >= first_message ->
		first_message = removing_events[me] + 1;
		printf("  member %d: removes messages before %d\n", me, first_message);
		check_removal();
		forget_vain_work() }
	od
}
#endif
