/** What a parcel does, by what stands in the merchant's reference (`ORDER-7-FAIL1-DUP`). Several go together. */
export const COURIER_LEVERS = {
  REFUSE: 'Booking: refused, and refused again',
  DOWN: 'Booking: the first is answered 503 and nothing is done; the next works',
  VANISH: 'Booking: the first is dropped without an answer and never takes effect; the next works',
  TIMEOUT: 'Booking: done at once, but the first is never answered',
  GHOST: 'Booking: the first is dropped without an answer and takes effect 3 s later',
  STILL: 'Nothing happens by itself: the parcel moves by the control page only',
  PICKUPFAIL: 'The first pick-up fails, the second works',
  COURIERCANCEL: 'The courier cancels it before pick-up',
  HOLD: 'Held on the way (customs, or the address within a country), then released',
  SHOP: 'Waits in a parcel shop, and is fetched there',
  FAIL1: 'The first delivery fails (nobody there), the second works',
  RTO: 'The recipient refuses it: it goes back, and is returned',
  LOST: 'Lost on the way',
  NOCANCEL: 'Cancelling is refused always',
  PICKUPRACE: 'The driver picks it up at the moment when it is to be cancelled, which is refused',
  SLOWCANCEL: 'Cancelled, and answered 3 s later',
  LOSTCANCEL: 'Cancelled, but the first request is never answered',
  LATEPICKUP: 'Cancelled, and picked up all the same an hour later',
  SKIP: 'Most scans are skipped',
  SHUFFLE: 'Scans are known and told late, each second one before the one before it',
  DUP: 'Every scan is told and listed twice',
  MUTE: 'No webhook at all: only tracking tells',
  ODDCODE: 'One scan has a code that no platform knows',
} as const;
export type CourierLever = keyof typeof COURIER_LEVERS;

/** The same by the last four digits of the recipient's phone. */
export const RECIPIENT_PHONES: Record<string, CourierLever> = { '0101': 'FAIL1', '0102': 'RTO', '0103': 'LOST', '0104': 'HOLD', '0105': 'REFUSE', '0106': 'STILL' };

export function courierLevers(merchantReference: string, phone: string): CourierLever[] {
  const words = new Set(merchantReference.toUpperCase().split(/[^A-Z0-9]+/).slice(1));
  const byPhone = RECIPIENT_PHONES[phone.slice(-4)];
  return (Object.keys(COURIER_LEVERS) as CourierLever[]).filter((lever) => words.has(lever) || lever === byPhone);
}
