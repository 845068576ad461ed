import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { ConsignmentParty } from '../consignment.ts';
import type { PolledWaybill, Refused } from '../courier.ts';
import type {
  Instruction,
  InstructionRequest,
  InstructionResult,
  ManifestRequest,
  ManifestResult,
  PickupCancellation,
  PickupCancelResult,
  PickupRequest,
  PickupResult,
  ProofFile,
  ProofResult,
} from '../daily-work.ts';
import type { JsonAnswer } from '../exchange-json.ts';
import { addressOf, unclear } from './exchange.ts';

const ROOT = '/sandbox-express/v1';
/** Statements that nothing was done. Other errors leave the result open. */
const REFUSALS = new Set(['validation_error', 'not_found', 'not_possible', 'already_picked_up', 'not_cancellable']);

export type ExpressSend = (
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
  fields?: Fields,
) => Promise<JsonAnswer>;

/** What the express courier of apps/sandbox does beside booking and tracking (its API.md, section 8). */
export class ExpressDailyWork {
  constructor(private readonly send: ExpressSend) {}

  async instruct(request: InstructionRequest, signal: AbortSignal): Promise<InstructionResult> {
    const { awb, instructionId: reference, instruction, note } = request;
    const path = `${ROOT}/shipments/${encodeURIComponent(awb)}/instructions`;
    const answer = await this.send('POST', path, signal, { reference, note, ...orderOf(instruction) });
    return answer.status === 200 ? { kind: 'accepted', reference: numberOf(answer, 'accepted') } : refusalOf(answer);
  }

  async schedulePickup(request: PickupRequest, signal: AbortSignal): Promise<PickupResult> {
    const { pickupId: reference, address, date, readyTime: ready, closeTime: close, timeZone, parcels, note } = request;
    const waybills = parcels.map(({ awb }) => awb);
    const order = { reference, waybills, from: placeOf(address), date, ready, close, timeZone, note };
    const answer = await this.send('POST', `${ROOT}/pickups`, signal, order);
    return answer.status === 201
      ? { kind: 'scheduled', confirmation: numberOf(answer, 'accepted') }
      : refusalOf(answer);
  }

  async cancelPickup({ confirmation }: PickupCancellation, signal: AbortSignal): Promise<PickupCancelResult> {
    const path = `${ROOT}/pickups/${encodeURIComponent(confirmation)}/cancel`;
    const answer = await this.send('POST', path, signal, {});
    if (answer.status !== 200) return refusalOf(answer);
    numberOf(answer, 'cancelled');
    return { kind: 'cancelled' };
  }

  async closeManifest({ manifestId, parcels }: ManifestRequest, signal: AbortSignal): Promise<ManifestResult> {
    const order = { reference: manifestId, waybills: parcels.map(({ awb }) => awb) };
    const answer = await this.send('POST', `${ROOT}/manifests`, signal, order);
    return answer.status === 201 ? { kind: 'closed', number: numberOf(answer, 'accepted') } : refusalOf(answer);
  }

  async proofOfDelivery({ awb }: PolledWaybill, signal: AbortSignal): Promise<ProofResult> {
    const answer = await this.send('GET', `${ROOT}/shipments/${encodeURIComponent(awb)}/proof`, signal);
    if (answer.status === 404 && textOf(fieldsOf(answer.body.error).code) === 'not_found') return { kind: 'none' };
    const { files, signedBy } = answer.body;
    if (answer.status !== 200 || !Array.isArray(files)) throw unclear(answer);
    return { kind: 'found', signedBy: textOf(signedBy) || undefined, files: files.map(fileOf) };
  }
}

export function placeOf(party: ConsignmentParty): Fields {
  return {
    name: party.name,
    phone: party.phone,
    address: addressOf(party),
    city: party.city,
    country: party.countryCode,
  };
}

function orderOf(instruction: Instruction): Fields {
  switch (instruction.kind) {
    case 'reattempt':
      return { instruction: 'REATTEMPT', date: instruction.date };
    case 'change_address':
      return { instruction: 'ADDRESS', to: placeOf(instruction.shipTo) };
    case 'change_phone':
      return { instruction: 'PHONE', phone: instruction.phone };
    case 'return_now':
      return { instruction: 'RETURN' };
  }
}

/** The courier's number in an answer that says what we expect of it. */
function numberOf(answer: JsonAnswer, status: 'accepted' | 'cancelled'): string {
  const number = textOf(answer.body.number);
  if (number === '' || answer.body.status !== status) throw unclear(answer);
  return number;
}

function refusalOf(answer: JsonAnswer): Refused {
  const { code, message } = fieldsOf(answer.body.error);
  if (answer.status >= 500 || !REFUSALS.has(textOf(code))) throw unclear(answer);
  return { kind: 'refused', code: textOf(code), reason: textOf(message) };
}

function fileOf(file: unknown): ProofFile {
  const { content } = fieldsOf(file);
  return { format: 'png', bytes: Buffer.from(textOf(content), 'base64') };
}
