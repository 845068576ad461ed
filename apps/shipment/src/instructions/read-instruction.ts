import { conflict, invalid } from '@qafila/envelopes/refusal';
import { readRequest } from '@qafila/schema/read-object';
import { judgeNationalAddress } from '../body/national-address.ts';
import type { Party } from '../body/party.schema.ts';
import type { InstructionKind } from '../couriers/daily-work.ts';
import { TASKS } from '../limits.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { Status } from '../state/status.ts';
import type { InstructionDetails } from './instruction.entity.ts';
import { ReceiverPhone } from './instruction.schema.ts';
import type { InstructionBody } from './instruction.schema.ts';

const WAITING: readonly Status[] = ['DELIVERY_FAILED', 'ON_HOLD', 'AVAILABLE_FOR_PICKUP'];
const IN_DEPOT: readonly Status[] = ['PICKED_UP', 'IN_TRANSIT', ...WAITING];

/** Where each makes sense. A driver on the way can be called under another phone, but is not sent elsewhere. */
export const INSTRUCTIBLE: Record<InstructionKind, readonly Status[]> = {
  reattempt: WAITING,
  change_address: IN_DEPOT,
  change_phone: [...IN_DEPOT, 'OUT_FOR_DELIVERY'],
  return_now: IN_DEPOT,
};

export interface InstructionRules {
  nationalAddress: boolean;
  nowMs: number;
}

/** What the body asks for, by the rules of its kind. Throws a refusal. Pure. */
export function readInstruction(row: ShipmentRow, body: InstructionBody, rules: InstructionRules): InstructionDetails {
  refuseOtherFields(body);
  const { instruction: kind } = body;
  if (!isInstructible(row, kind))
    throw conflict(
      'INSTRUCTION_NOT_POSSIBLE',
      `${kind} needs one of the states ${INSTRUCTIBLE[kind].join(', ')}, and of a return nothing goes back; this ` +
        `${row.type === 'RETURN' ? 'return' : 'shipment'} is ${row.status}.`,
      { status: row.status },
    );
  if (kind === 'reattempt') return { date: body.date === undefined ? undefined : dayOf(body.date, rules.nowMs) };
  if (kind === 'return_now') return {};
  return { shipTo: receiverOf(row, body, rules) };
}

export function isInstructible({ status, type }: Pick<ShipmentRow, 'status' | 'type'>, kind: InstructionKind): boolean {
  return INSTRUCTIBLE[kind].includes(status) && !(kind === 'return_now' && type === 'RETURN');
}

const FIELD_OF = { date: 'reattempt', shipToInfo: 'change_address', phone: 'change_phone' } as const;

function refuseOtherFields(body: InstructionBody): void {
  for (const [field, kind] of Object.entries(FIELD_OF) as [keyof typeof FIELD_OF, InstructionKind][]) {
    if (body[field] !== undefined && body.instruction !== kind) throw invalid(field, `${field} belongs to ${kind}.`);
    if (body[field] === undefined && body.instruction === kind && kind !== 'reattempt')
      throw invalid(field, `${field} is required with ${kind}.`);
  }
}

/** Yesterday is today somewhere. */
function dayOf(date: string, nowMs: number): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
  if (!isDay || ms < nowMs - 2 * 86_400_000 || ms > nowMs + TASKS.aheadDaysMax * 86_400_000)
    throw invalid('date', `date must be a day from today on, at most ${TASKS.aheadDaysMax} days ahead.`);
  return date;
}

function receiverOf(row: ShipmentRow, { shipToInfo, phone }: InstructionBody, rules: InstructionRules): Party {
  const { shipTo: before, paymentMode } = requestOf(row.request);
  const next = shipToInfo ?? before;
  if (next.countryCode !== before.countryCode)
    throw invalid('shipToInfo.countryCode', `shipToInfo.countryCode must stay ${before.countryCode}.`);
  const sent = { paymentMode, countryCode: before.countryCode, phone: phone ?? next.phone };
  return readRequest(ReceiverPhone, sent, 'body', (read, at) => {
    if (rules.nationalAddress && shipToInfo !== undefined) judgeNationalAddress(next, at.below('shipToInfo'));
    return { ...next, phone: read.phone };
  });
}
