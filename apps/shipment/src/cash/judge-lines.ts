import { shownAmount } from '../body/shown-amount.ts';
import type { Status } from '../state/status.ts';
import type { RemittanceRules } from './mapping.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { LineState, RemittanceExceptionKind } from './remittance.entity.ts';

/** A parcel that lines may pay, with what has been paid so far. Amounts are minor units. */
export interface PaidParcel {
  shipmentId: string;
  awb: string | null;
  reference: string;
  status: Status;
  currency: string;
  /** `codAmount`. */
  wanted: bigint;
  /** Null: the courier has not reported any. */
  collected: bigint | null;
  remitted: bigint;
  /** What a person wrote off. */
  adjusted: bigint;
}

/** An exception before it is stored. Amounts are minor units. */
export interface FoundException {
  kind: RemittanceExceptionKind;
  /** What it is about: the same thing is one exception, however often it is found. */
  subject: string;
  currency: string;
  why: string;
  lineKey?: string;
  remittanceId: string;
  shipmentId?: string;
  expected?: bigint;
  actual?: bigint;
}

/** What a line means for the books. Without a parcel its cash is booked once a person decides. */
export interface JudgedLine {
  line: RemittanceLine;
  state: LineState;
  parcel?: PaidParcel;
}

export interface JudgedLines {
  lines: JudgedLine[];
  exceptions: FoundException[];
  /** Parcels of which the courier had reported no cash, and pays what they ask for: so it has collected it. */
  collected: PaidParcel[];
}

/** Judges new lines of one courier. It counts them on the parcels, so that a later line sees the earlier ones. Pure. */
export function judgeLines(
  lines: readonly RemittanceLine[],
  parcels: readonly PaidParcel[],
  rules: RemittanceRules,
): JudgedLines {
  const judged: JudgedLines = { lines: [], exceptions: [], collected: [] };
  const find = finderOf(parcels);
  for (const line of lines) {
    if (line.kind !== 'cash') judged.lines.push({ line, state: 'matched' });
    else judgeCash(judged, line, { parcel: find(line.references), rules });
  }
  return judged;
}

function judgeCash(
  judged: JudgedLines,
  line: RemittanceLine,
  { parcel, rules }: { parcel: PaidParcel | undefined; rules: RemittanceRules },
): void {
  const about = { lineKey: line.key, remittanceId: line.remittanceId, currency: line.currency };
  const refused = refusalOf(line, parcel);
  const wrongFee = judgeFee(line, rules);
  if (wrongFee !== undefined)
    judged.exceptions.push({ ...about, ...wrongFee, subject: line.key, shipmentId: parcel?.shipmentId });
  if (refused !== undefined || parcel === undefined) {
    const found = { ...about, subject: line.key, shipmentId: parcel?.shipmentId, actual: line.amount };
    judged.exceptions.push({ ...found, ...(refused as Refusal) });
    judged.lines.push({ line, state: 'exception' });
    return;
  }
  const isSilent = parcel.collected === null && parcel.status === 'DELIVERED';
  parcel.remitted += line.amount;
  if (isSilent && parcel.remitted === parcel.wanted) {
    parcel.collected = parcel.wanted;
    judged.collected.push(parcel);
  }
  judged.lines.push({ line, state: 'matched', parcel });
  const wrong = judgePaid(parcel);
  const isPaidNow = ({ kind, subject }: FoundException): boolean =>
    kind === 'amount_differs' && subject === parcel.shipmentId;
  if (wrong === undefined) judged.exceptions = judged.exceptions.filter((found) => !isPaidNow(found));
  else judged.exceptions.push({ ...about, ...wrong, subject: parcel.shipmentId, shipmentId: parcel.shipmentId });
}

type Refusal = Pick<FoundException, 'kind' | 'why'> & { expected?: bigint };

/** Why a line cannot be the cash of a parcel. */
function refusalOf(
  { references, currency, amount }: RemittanceLine,
  parcel: PaidParcel | undefined,
): Refusal | undefined {
  if (parcel === undefined)
    return {
      kind: 'unknown_waybill',
      why: references.length === 0 ? 'the line names no parcel' : `no parcel is called ${references.join(' or ')}`,
    };
  const { remitted } = parcel;
  if (currency !== parcel.currency)
    return { kind: 'currency_differs', why: `the parcel is in ${parcel.currency}; the line is in ${currency}` };
  const left = dueOf(parcel) - remitted;
  if (amount > left && remitted > 0n && amount > 0n)
    return {
      kind: 'paid_twice',
      why: `the courier has paid ${shownAmount(remitted, currency)} for the parcel before`,
      expected: left > 0n ? left : 0n,
    };
  if (remitted + amount < 0n)
    return {
      kind: 'amount_differs',
      why: `the courier takes back more than the ${shownAmount(remitted, currency)} that it paid`,
      expected: -remitted,
    };
  return undefined;
}

/** The fee is booked as it was kept; the exception reports that it is not as agreed. */
function judgeFee(
  { amount, fee, statedFee, currency }: RemittanceLine,
  { fee_basis_points_max: basisPointsMax }: RemittanceRules,
): Pick<FoundException, 'kind' | 'why' | 'expected' | 'actual'> | undefined {
  if (statedFee !== fee)
    return {
      kind: 'fee_differs',
      why: 'the amount less the fee is not the net; what reached the bank is booked',
      expected: statedFee,
      actual: fee,
    };
  const max = ((amount < 0n ? -amount : amount) * BigInt(basisPointsMax)) / 10_000n;
  if (fee <= max) return undefined;
  const why = `the courier kept ${shownAmount(fee, currency)}; at most ${shownAmount(max, currency)} is agreed`;
  return { kind: 'fee_differs', why, expected: max, actual: fee };
}

/** What the courier has to pay of a parcel in all. It may pay it in parts. */
function dueOf({ collected, wanted, adjusted }: PaidParcel): bigint {
  return (collected ?? wanted) - adjusted;
}

function judgePaid(parcel: PaidParcel): Pick<FoundException, 'kind' | 'why' | 'expected' | 'actual'> | undefined {
  const { status, remitted, currency, collected } = parcel;
  if (status !== 'DELIVERED' && remitted !== 0n)
    return {
      kind: 'not_delivered',
      why: `the parcel is ${status}; the courier pays ${shownAmount(remitted, currency)} for it`,
      expected: 0n,
      actual: remitted,
    };
  const due = dueOf(parcel);
  if (status !== 'DELIVERED' || remitted === due) return undefined;
  const cash = `${collected === null ? 'the parcel asks for' : 'the courier collected'} ${shownAmount(due, currency)}`;
  return {
    kind: 'amount_differs',
    why: `${cash}; it pays ${shownAmount(remitted, currency)}`,
    expected: due,
    actual: remitted,
  };
}

/** By the waybill before our id, and by that before the merchant's reference. */
function finderOf(parcels: readonly PaidParcel[]): (references: readonly string[]) => PaidParcel | undefined {
  const names = [
    new Map(parcels.flatMap((parcel) => (parcel.awb === null ? [] : [[parcel.awb, parcel] as const]))),
    new Map(parcels.map((parcel) => [parcel.shipmentId, parcel])),
    new Map(parcels.map((parcel) => [parcel.reference, parcel])),
  ];
  return (references) => {
    for (const byName of names)
      for (const reference of references) {
        const found = byName.get(reference);
        if (found !== undefined) return found;
      }
    return undefined;
  };
}

/** A line that was reported before. Undefined when it says the same. */
export function judgeRepeat(
  line: RemittanceLine,
  stored: Pick<RemittanceLine, 'kind' | 'currency' | 'amount' | 'fee'>,
): FoundException | undefined {
  const { key, kind, currency, amount, fee, remittanceId } = line;
  if (stored.kind === kind && stored.currency === currency && stored.amount === amount && stored.fee === fee)
    return undefined;
  const said = `${shownAmount(stored.amount, stored.currency)}, fee ${shownAmount(stored.fee, stored.currency)}`;
  return {
    kind: 'reissued_line',
    subject: `${key}=${kind}/${currency}/${amount}/${fee}`,
    lineKey: key,
    remittanceId,
    currency,
    why: `the courier had reported ${stored.kind} of ${said}; the first report stays booked`,
    expected: stored.currency === currency ? stored.amount : undefined,
    actual: amount,
  };
}
