/* The stream of events, and a sender: EventPublisher.swift, EventMessage.swift, LaneSource.swift. */

byte stream[MESSAGES + 1];   /* The events of each message, a bit for each: those of one request. */
byte last_message;
byte first_message = 1;      /* Those before it were removed. */

inline store_message(events) {
	last_message++;
	stream[last_message] = events;
	printf("  message %d: events %d\n", last_message, events);
	/* Numbers are given again only after a power failure. */
	require(event_lost, last_message > whole.position || !(events & ~whole.seen))
}

/* A sender repeats a request until the answer arrives, and perhaps once more, at any member. Its events have a Nats-Msg-Id: a
 * repetition is stored only if the server's duplicate window has ended, which may be at any time. */
proctype Sender() {
	byte event, sent_events;
end:
	do
	:: atomic { last_message < MESSAGES && sent_events < EVENTS -> sent_events++; store_message(bit(sent_events)) }
	:: atomic { last_message < MESSAGES && sent_events > 0 -> select(event : 1 .. sent_events); store_message(bit(event)); event = 0 }
#ifdef APART
	/* Two events of one request in a message each, which are published without waiting: the server has lost the first one, and
	 * the sender repeats the request. */
	:: atomic { last_message + 1 < MESSAGES && sent_events + 1 < EVENTS ->
		store_message(bit(sent_events + 2));
		store_message(bit(sent_events + 1));
		sent_events = sent_events + 2 }
#endif
#ifdef REQUESTS
	/* Two events of one request, which perhaps is repeated. */
	:: atomic { last_message < MESSAGES && sent_events + 1 < EVENTS ->
		store_message(bit(sent_events + 1) | bit(sent_events + 2));
		sent_events = sent_events + 2 }
	:: atomic { last_message < MESSAGES && sent_events > 1 -> select(event : 2 .. sent_events);
		store_message(bit(event - 1) | bit(event)); event = 0 }
#endif
	od
}

#ifdef POSITION_IS_ACKNOWLEDGEMENT
byte acknowledged;
#define position_of(me) acknowledged
#else
#define position_of(me) copy[me].position
#endif

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
#ifndef NO_SEEN
	event = event & ~copy[me].seen;
#endif
	if
	:: event == 0 -> append(me, skip_known, event, number)
	:: else -> append(me, accept, event, number)
	fi;
	number = 0
}
