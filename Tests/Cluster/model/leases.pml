/* The lease of the lane: LeaseTable.swift, ClusterMember.swift.
 *
 * Without LEASES any member may process the lane at any time. That includes all that leases allow, however wrong clocks
 * are; so the invariants of the data do not depend on leases. With LEASES it is checked that they save work: no commit is
 * refused as long as members run and answers arrive.
 */
#ifdef LEASES

byte owner;               /* Whom the entry names, as member + 1; 0 after it was given up or has expired. */
bool sees_free[MEMBERS];  /* What the member knows of the entry. */
bool has_lane[MEMBERS];   /* What the member believes. */

/* The watch of the bucket. */
#define look(me) sees_free[me] = (owner == 0)

/* LeaseTable.write: the server stores it only if nobody has written the entry since the member saw it. */
inline take_lease(me) {
	if
#ifdef NO_LEASE_CHECK
	:: sees_free[me] -> owner = me + 1; has_lane[me] = true; printf("  member %d: takes the lease\n", me)
#else
	:: sees_free[me] && owner == 0 -> owner = me + 1; has_lane[me] = true; printf("  member %d: takes the lease\n", me)
	:: sees_free[me] && owner != 0
#endif
	:: else
	fi;
	sees_free[me] = false
}

inline give_lease_up(me) {
	has_lane[me] = false;
	if
	:: owner == me + 1 -> owner = 0
	:: else
	fi
}

#endif
