import { createHash } from 'node:crypto';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { GATEWAYS } from '../../limits.ts';
import { minorOf } from '../exchange.ts';
import type { ProviderLineKind, ProviderSettlementLine, SettlementPage, SettlementPeriod } from '../settlement-line.ts';
import type { MoyasarApi } from './moyasar-api.ts';

const KINDS: Partial<Record<string, ProviderLineKind>> = {
  payment: 'capture',
  void: 'capture_reversal',
  refund: 'refund',
  fee: 'fee',
  platform_duties: 'fee',
  other_duties: 'fee',
  chargeback: 'dispute',
  chargeback_penalty: 'fee',
};

/**
 * Where a reader of a period is: at a settlement of a page of the list, and in its lines. Moyasar lists the newest
 * first, so pages of a period that has ended do not move.
 */
interface Cursor {
  page: number;
  at: number;
  lines?: LinesCursor;
}

interface LinesCursor {
  settlement: Fields;
  page: number;
  /**
   * How often each line came on the pages before: the last `settlementAlikeLinesMax` different ones. Alike ones are
   * neighbours.
   */
  seen?: [name: string, count: number][];
}

/** One request to Moyasar: what a settlement transferred, or a page of its lines. */
export async function moyasarSettlementPage(
  api: MoyasarApi,
  { fromMs, toMs }: SettlementPeriod,
  cursor: string | null,
): Promise<SettlementPage> {
  const place: Cursor = cursor === null ? { page: 1, at: 0 } : (JSON.parse(cursor) as Cursor);
  if (place.lines !== undefined) return linesOf(api, place, place.lines);
  const created = { 'created[gt]': new Date(fromMs).toISOString(), 'created[lt]': new Date(toMs).toISOString() };
  const { items, next } = await read(api, '/v1/settlements', {
    field: 'settlements',
    query: created,
    page: place.page,
  });
  const settlement = items[place.at];
  if (settlement !== undefined)
    return { lines: [payoutLine(settlement)], next: write({ ...place, lines: { settlement, page: 1 } }) };
  return { lines: [], next: next === null ? null : write({ page: next, at: 0 }) };
}

async function linesOf(
  api: MoyasarApi,
  place: Cursor,
  { settlement, page, seen: before = [] }: LinesCursor,
): Promise<SettlementPage> {
  const path = `/v1/settlements/${encodeURIComponent(textOf(settlement.id))}/lines`;
  const { items, next } = await read(api, path, { field: 'lines', page });
  // Lines have no id of their own. Two that are alike in all this differ in their place among those.
  const seen = new Map(before);
  const lines = items.map((line) => {
    const name = [settlement.id, line.payment_id, line.type, line.transacted_at, line.amount].join('/');
    const short = createHash('sha256').update(name).digest('hex').slice(0, 16);
    const count = (seen.get(short) ?? 0) + 1;
    seen.delete(short);
    seen.set(short, count);
    return lineOf(line, { key: count === 1 ? name : `${name}/${count}`, settlement });
  });
  const after: Cursor =
    next === null
      ? { page: place.page, at: place.at + 1 }
      : { ...place, lines: { settlement, page: next, seen: [...seen].slice(-GATEWAYS.settlementAlikeLinesMax) } };
  return { lines, next: write(after) };
}

function write(cursor: Cursor): string {
  return JSON.stringify(cursor);
}

/** `amount` is what the merchant gets, after the fee; refunds are negative. */
function lineOf(line: Fields, { key, settlement }: { key: string; settlement: Fields }): ProviderSettlementLine {
  const [net, fee] = [minorOf(line.amount), minorOf(line.fee)];
  const kind = KINDS[textOf(line.type)] ?? 'adjustment';
  return {
    key,
    kind,
    references: textOf(line.payment_id) === '' ? [] : [textOf(line.payment_id)],
    currency: textOf(line.currency),
    gross: net + fee,
    fee,
    statedFee: fee,
    payoutId: textOf(settlement.id),
    at: new Date(textOf(line.transacted_at) || textOf(settlement.created_at)),
  };
}

function payoutLine(settlement: Fields): ProviderSettlementLine {
  const [amount, fee] = [minorOf(settlement.amount), minorOf(settlement.fee)];
  return {
    key: textOf(settlement.id),
    kind: 'payout',
    references: [textOf(settlement.id), textOf(settlement.reference)].filter((text) => text !== ''),
    currency: textOf(settlement.currency),
    gross: fee - amount,
    fee,
    statedFee: fee,
    payoutId: textOf(settlement.id),
    at: new Date(textOf(settlement.created_at)),
  };
}

async function read(
  api: MoyasarApi,
  path: string,
  { field, page, query = {} }: { field: string; page: number; query?: Record<string, string> },
): Promise<{ items: Fields[]; next: number | null }> {
  const reply = await api.get(`${path}?${new URLSearchParams({ ...query, page: String(page) })}`);
  if (reply.kind !== 'answer') throw new Error(`Moyasar did not answer: ${reply.why}`);
  if (reply.status >= 400) throw new Error(`Moyasar answered ${reply.status} to ${path}`);
  const next = fieldsOf(reply.body.meta).next_page;
  if (typeof next !== 'number') return { items: listOf(reply.body[field]), next: null };
  // A reader that went back would never end.
  if (next <= page) throw new Error(`Moyasar names page ${next} after page ${page} of ${path}`);
  return { items: listOf(reply.body[field]), next };
}
