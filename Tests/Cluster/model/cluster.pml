/* A model of one lane of a cluster, for SPIN; check.py runs it.
 *
 * It follows the code, not the design. Each file names the Swift file that it follows. What differs between runs are macros:
 * sizes, parts of the protocol (SNAPSHOTS, EFFECTS, LEASES), faults, and guards that are removed to see an invariant fail.
 *
 * A pause needs no code: SPIN lets any process stand still for any time between two steps. Clocks are not modelled: whatever
 * depends on one may happen at any time. A transaction has one change here; the code puts several into one, and so
 * has fewer states in which it can end.
 */

#ifndef MEMBERS
#define MEMBERS 2
#endif
/* Events, numbered from 1 in the order in which their sender sends them; at most 3. */
#ifndef EVENTS
#define EVENTS 2
#endif
/* Messages in the stream of events: an event is stored again if its id has left the duplicate window. */
#ifndef MESSAGES
#define MESSAGES 3
#endif
/* Commits in the log. */
#ifndef COMMITS
#define COMMITS (1 + MESSAGES + 4 * EVENTS)
#endif

#define bit(event) (1 << ((event) - 1))

#include "store.pml"
#include "invariants.pml"
#include "events.pml"
#include "log.pml"
#include "leases.pml"
#include "snapshots.pml"
#include "opening.pml"
#include "effects.pml"
#include "outputs.pml"
#include "member.pml"
#include "faults.pml"

init {
	byte member;
	atomic {
		begin_log();
		run Sender();
		run Faults();
		for (member : 0 .. MEMBERS - 1) {
			run CommitServer(member);
			run Member(member);
#ifdef SNAPSHOTS
			run Saver(member)
#endif
		}
	}
}
