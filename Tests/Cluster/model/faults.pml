/* Failures of NATS servers, each behind a macro. Decision 92 names them. */

proctype Faults() {
	byte number;
end:
	do
	:: false
#ifdef LOST_LOG
	/* A server has lost the stream of commits. */
	:: atomic { last_commit > 1 -> printf("  the log is lost\n"); last_commit = 0; first_commit = 1; clear_store(whole); break }
#endif
#ifdef OTHER_LANE_REMOVED
	/* nats-server before 2.9.18 with replicas: another lane has removed messages, and the server was killed. It
	 * removes all that is older, of every lane. LaneSnapshots removes nothing on such servers. */
	:: atomic { last_message > 0 -> select(number : 1 .. last_message);
		printf("  messages before %d are lost\n", number + 1);
		first_message = number + 1; check_removal(); number = 0; break }
	:: atomic { last_commit > 1 -> select(number : 2 .. last_commit);
		printf("  commits before %d are lost\n", number);
		first_commit = number; check_removal(); number = 0; break }
#endif
#ifdef LOST_LAST_COMMIT
	/* Power failure: what was not synced is gone, and its number is given again. */
	:: atomic { last_commit > 1 -> d_step {
		printf("  commit %d is lost\n", last_commit);
		clear_commit(log[last_commit]);
		last_commit--;
		clear_store(whole);
		finished = 0;
		number = 1;
		do
		:: number <= last_commit ->
			apply(whole, log[number], number);
			if
			:: log[number].kind == finish -> finished = finished | bit(log[number].event)
			:: else
			fi;
			number++
		:: else -> break
		od;
		number = 0 }; break }
#endif
#ifdef LOST_LAST_EVENT
	:: atomic { last_message > 0 -> printf("  message %d is lost\n", last_message); stream[last_message] = 0; last_message--; break }
#endif
	od
}
