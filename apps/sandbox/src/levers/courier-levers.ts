/** What a parcel does, by the words in the merchant's reference (`ORDER-7-FAIL1-DUP`). Levers combine. */
export const COURIER_LEVERS = {
  REFUSE: 'Booking: refused, every time',
  DOWN: 'Booking: the first request is answered 503 and does nothing; the next works',
  VANISH: 'Booking: the first request gets no answer and never takes effect; the next works',
  TIMEOUT: 'Booking: takes effect at once, but the first request gets no answer',
  GHOST: 'Booking: the first request gets no answer and takes effect 3 s later',
  STILL: 'No automatic scans: only the control page moves the parcel',
  PICKUPFAIL: 'The first pick-up fails, the second works',
  COURIERCANCEL: 'The courier cancels the parcel before pick-up',
  HOLD: 'On hold in transit (customs; within a country: address), then released',
  SHOP: 'Waits in a parcel shop, where the recipient collects it',
  FAIL1: 'The first delivery fails (recipient absent), the second works',
  RTO: 'The recipient refuses the parcel, which is returned to the sender',
  LOST: 'Lost in transit',
  NOCANCEL: 'Cancelling is always refused',
  PICKUPRACE: 'The driver picks the parcel up at the moment of the cancellation, which is refused',
  SLOWCANCEL: 'Cancelled, but the answer takes 3 s',
  LOSTCANCEL: 'Cancelled, but the first request gets no answer',
  LATEPICKUP: 'Cancelled, but picked up an hour later',
  SKIP: 'Most scans are skipped',
  SHUFFLE: 'Scans become known late, each second one before its predecessor',
  DUP: 'Every scan is sent and listed twice',
  MUTE: 'No webhooks: only tracking shows the scans',
  ODDCODE: 'One scan has a code that no platform knows',
} as const;
export type CourierLever = keyof typeof COURIER_LEVERS;

/** Some levers are also set by the last four digits of the recipient's phone. */
export const RECIPIENT_PHONES: Record<string, CourierLever> = {
  '0101': 'FAIL1',
  '0102': 'RTO',
  '0103': 'LOST',
  '0104': 'HOLD',
  '0105': 'REFUSE',
  '0106': 'STILL',
};

export function courierLevers(merchantReference: string, phone: string): CourierLever[] {
  const words = new Set(
    merchantReference
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .slice(1),
  );
  const byPhone = RECIPIENT_PHONES[phone.slice(-4)];
  return (Object.keys(COURIER_LEVERS) as CourierLever[]).filter((lever) => words.has(lever) || lever === byPhone);
}
