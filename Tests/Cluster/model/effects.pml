/* Effects of events and their ledger: AsyncHostCall.swift, StoreLedger.swift, LedgerTable.swift. */

/* Events with an odd number have an effect. */
#ifdef EFFECTS
#define has_effect(event) (event % 2 == 1)
#else
#define has_effect(event) false
#endif

#define is_begun(me, event) (copy[me].begun & bit(event))
#define is_answered(me, event) (copy[me].answered & bit(event))

/* How often the effect of an event was carried out, by event - 1; 2 stands for more. */
byte calls[EVENTS];

/* What must happen once; -DREPEATABLE is for effects that the other side knows by their identity. */
inline check_call(event) {
	if
	:: calls[event - 1] < 2 -> calls[event - 1]++
	:: else
	fi;
#ifndef REPEATABLE
	require(called_twice, calls[event - 1] == 1)
#endif
}
