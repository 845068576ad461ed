import type { Polling } from '../courier.ts';

/** Karrio asks its carriers every two hours by itself; a hint makes a poll due at once. */
export const KARRIO_POLLING: Polling = { everyMs: 300_000, quietMs: 7_200_000, batchMax: 10 };

/** Of the connections of a server, in which the account's is looked for. */
export const KARRIO_CONNECTIONS_MAX = 500;
