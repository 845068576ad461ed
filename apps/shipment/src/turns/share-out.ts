/** What of a courier's slots is taken. */
export interface SlotsOfCourier {
  free: number;
  /** Calls under way, by company. */
  underWay: ReadonlyMap<string, number>;
  /** Of one company. */
  ofCompanyMax: number;
}

/** How many calls a company may start. */
export interface Room {
  accountId: string;
  calls: number;
}

/**
 * Shares free slots among companies with calls that are due: each up to the same number under way, in the order of
 * their turns. Pure.
 */
export function shareOut(due: readonly string[], { free, underWay, ofCompanyMax }: SlotsOfCourier): Room[] {
  const taken = (accountId: string): number => underWay.get(accountId) ?? 0;
  const all = free + due.reduce((sum, accountId) => sum + taken(accountId), 0);
  const share = Math.min(ofCompanyMax, Math.ceil(all / due.length));
  let left = free;
  const rooms: Room[] = [];
  for (const accountId of due) {
    const calls = Math.min(left, share - taken(accountId));
    if (calls <= 0) continue;
    rooms.push({ accountId, calls });
    left -= calls;
  }
  return rooms;
}
