import { fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import { pickByShare } from '@qafila/runtime/volume-split';
import type { Consignment } from '../couriers/consignment.ts';
import type { CourierOffers, Offers } from './offers.ts';
import type { CourierRule, CourierRuleConditions, OrderBy, RuleCourier } from './rule.schema.ts';

/** The rules of a company, as one version of them. */
export interface RuleSet {
  version: number;
  rules: readonly CourierRule[];
}

/** A shipment as rules see it. */
export type Facts = Consignment & { courierId?: string; serviceCode?: string };

/** A rule that was examined, and why it matched or not. */
export interface Verdict {
  rule: string;
  matched: boolean;
  why: string;
}

/** A courier that is asked, and what was known of it. */
export interface Candidate {
  courierId: string;
  serviceCode: string | null;
  /** In major units, as text. */
  price: string | null;
  currency: string | null;
  transitDays: number | null;
}

/** A courier that said no. */
export interface RefusedCandidate {
  courierId: string;
  serviceCode: string | null;
  code: string;
  reason: string;
  at: string;
}

/** Why a shipment has its courier. It is stored with the shipment. */
export interface Selection {
  version: number;
  rule: string | null;
  why: string;
  considered: Verdict[];
  /** In the order in which they are asked. */
  order: Candidate[];
  /** The entries of `order` that were not asked yet. */
  remaining: Candidate[];
  refused: RefusedCandidate[];
}

/**
 * The first enabled rule that matches, and that has a courier of the company, decides. Without one, the company's first
 * courier is asked alone, as without rules. The same facts always give the same choice. Null: there is nothing to
 * choose, because the request names a courier, or the company has none.
 */
export function chooseCourier(
  { version, rules }: RuleSet,
  facts: Facts,
  available: readonly string[],
  offers: Offers,
): Selection | null {
  const [first] = available;
  if (facts.courierId !== undefined || first === undefined) return null;
  const considered: Verdict[] = [];
  for (const rule of rules) {
    const why = mismatch(rule, facts);
    const judged = why === null ? orderCouriers(rule, facts, { available, offers }) : { order: [], why };
    const matched = judged.order.length > 0;
    considered.push({ rule: rule.name, matched, why: judged.why });
    if (matched) return selection({ version, rule: rule.name, why: judged.why, considered, order: judged.order });
  }
  const order = [candidate({ courierId: first }, facts)];
  return selection({
    version,
    rule: null,
    why: 'no rule matches: the first courier of the company',
    considered,
    order,
  });
}

function selection({ order, ...rest }: Omit<Selection, 'remaining' | 'refused'>): Selection {
  return { ...rest, order, remaining: order.slice(1), refused: [] };
}

/** The rule by which this shipment would be chosen, if the couriers' offers are needed for it and are not known yet. */
export function ruleWithoutOffers(
  { rules }: RuleSet,
  chosen: Selection | null,
  { facts, available, offers }: { facts: Facts; available: readonly string[]; offers: Offers },
): string[] {
  const decided = rules.findIndex(({ name }) => name === chosen?.rule);
  const upTo = rules.slice(0, decided < 0 ? rules.length : decided + 1);
  const wanting = chosen === null ? [] : upTo.filter((rule) => needsOffers(rule) && mismatch(rule, facts) === null);
  const ids = wanting.flatMap(({ couriers }) => couriers.map(({ courierId }) => courierId));
  return [...new Set(ids)].filter((id) => available.includes(id) && !offers.has(id));
}

export function needsOffers({ enabled = true, orderBy = 'priority' }: CourierRule): boolean {
  return enabled && orderBy !== 'priority';
}

interface Known {
  available: readonly string[];
  offers: Offers;
}

/** The couriers of a rule in the order in which they are asked; none when no one can carry the shipment. */
function orderCouriers(rule: CourierRule, facts: Facts, known: Known): { order: Candidate[]; why: string } {
  const { orderBy = 'priority', couriers } = rule;
  const first = firstByShare(rule, facts);
  const wanted = [...new Set([...(first === undefined ? [] : [first]), ...couriers])];
  const leftOut: string[] = [];
  const able = wanted.flatMap((courier) => {
    const why = whyUnable(courier, known);
    if (why !== undefined) leftOut.push(`${courier.courierId}: ${why}`);
    return why === undefined ? [candidate(courier, facts, known.offers.get(courier.courierId), orderBy)] : [];
  });
  const order = orderBy === 'priority' ? able : sortBy(able, orderBy, facts.currency);
  const without = leftOut.length === 0 ? '' : ` (left out: ${leftOut.join('; ')})`;
  if (order.length === 0) return { order, why: `none of its couriers can carry this shipment${without}` };
  return { order, why: `${explain(order, orderBy, rule)}${without}` };
}

function firstByShare({ name, couriers }: CourierRule, { referenceNumber }: Facts): RuleCourier | undefined {
  const shares = couriers.filter((courier): courier is RuleCourier & { percent: number } => (courier.percent ?? 0) > 0);
  const picked = pickByShare(shares, `${name} ${referenceNumber}`);
  return picked ?? couriers.find(({ percent }) => percent === undefined);
}

function whyUnable({ courierId }: RuleCourier, { available, offers }: Known): string | undefined {
  if (!available.includes(courierId)) return 'it is switched off or not connected';
  const known = offers.get(courierId);
  return known?.kind === 'not_served' ? `it does not serve this shipment (${known.reason})` : undefined;
}

function candidate(
  { courierId, serviceCode }: Pick<RuleCourier, 'courierId' | 'serviceCode'>,
  facts: Facts,
  known?: CourierOffers,
  orderBy: OrderBy = 'priority',
): Candidate {
  const wanted = serviceCode ?? facts.serviceCode;
  const offers = known?.kind === 'offers' ? known.offers : [];
  const fitting = offers
    .filter((offer) => wanted === undefined || offer.serviceCode === wanted)
    .map(({ serviceCode: code, price, transitDays }) => ({
      courierId,
      serviceCode: code,
      price: price === undefined ? null : fromMinorUnits(price.amountMinor, price.currency),
      currency: price?.currency ?? null,
      transitDays: transitDays ?? null,
    }));
  const [best] = orderBy === 'priority' ? [] : sortBy(fitting, orderBy, facts.currency);
  return best ?? { courierId, serviceCode: wanted ?? null, price: null, currency: null, transitDays: null };
}

/** What is not known comes last; what is equal keeps its order. */
function sortBy(candidates: readonly Candidate[], orderBy: OrderBy, currency: string): Candidate[] {
  const rank = ({ price, currency: of, transitDays }: Candidate): bigint | undefined => {
    if (orderBy === 'transit_time') return transitDays === null ? undefined : BigInt(transitDays);
    return price === null || of !== currency ? undefined : toMinorUnits(price, currency);
  };
  return [...candidates].sort((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    if (left === right) return 0;
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    return left < right ? -1 : 1;
  });
}

function explain(order: readonly Candidate[], orderBy: OrderBy, { couriers }: CourierRule): string {
  const isSplit = couriers.some(({ percent }) => percent !== undefined);
  const names = order.map(({ courierId, price, currency, transitDays }) => {
    if (orderBy === 'price') return `${courierId} ${price === null ? '(no price)' : `(${price} ${currency})`}`;
    if (orderBy === 'transit_time') return `${courierId} (${transitDays === null ? 'unknown' : `${transitDays} days`})`;
    return courierId;
  });
  return `${names.join(', then ')}${isSplit ? ', the first by its share' : ''}`;
}

/** Why a rule does not apply; null when it does. */
export function mismatch({ enabled = true, conditions = {} }: CourierRule, facts: Facts): string | null {
  if (!enabled) return 'it is disabled';
  for (const [what, isMet] of CONDITIONS) if (!isMet(conditions, facts)) return `${what} does not match`;
  return null;
}

type Condition = (conditions: CourierRuleConditions, facts: Facts) => boolean;

const CONDITIONS: readonly (readonly [what: string, isMet: Condition])[] = [
  ["the sender's country", ({ originCountries: all }, { shipFrom }) => isOneOf(all, shipFrom.countryCode)],
  ["the receiver's country", ({ destinationCountries: all }, { shipTo }) => isOneOf(all, shipTo.countryCode)],
  ["the sender's city", ({ originCities: all }, { shipFrom }) => isOneOf(all, shipFrom.city)],
  ["the receiver's city", ({ destinationCities: all }, { shipTo }) => isOneOf(all, shipTo.city)],
  [
    'the weight',
    ({ weightMin, weightMax }, { packages }) => isBetween(weightOf(packages), grams(weightMin), grams(weightMax)),
  ],
  ['the payment mode', ({ paymentMode }, facts) => paymentMode === undefined || paymentMode === facts.paymentMode],
  ['the kind of shipment', ({ shipmentTypes }, facts) => isOneOf(shipmentTypes, facts.shipmentType)],
  ['the currency', ({ currencies }, facts) => isOneOf(currencies, facts.currency)],
  [
    'the cash to collect',
    ({ codAmountMin, codAmountMax }, facts) => isAmountBetween(facts.codAmount, codAmountMin, codAmountMax, facts),
  ],
  ['the value', ({ valueMin, valueMax }, facts) => isAmountBetween(valueOf(facts), valueMin, valueMax, facts)],
  ['the service', ({ serviceCodes }, facts) => isOneOf(serviceCodes, facts.serviceCode ?? '')],
];

function isOneOf(wanted: readonly string[] | undefined, text: string): boolean {
  return wanted === undefined || wanted.some((entry) => folded(entry) === folded(text));
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function isBetween(value: bigint | undefined, min: bigint | undefined, max: bigint | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== undefined && (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** The amounts of a condition are in the one currency that it names, which is the shipment's by then. */
function isAmountBetween(
  value: bigint | undefined,
  min: string | undefined,
  max: string | undefined,
  { currency }: Facts,
): boolean {
  const minor = (amount: string | undefined): bigint | undefined =>
    amount === undefined ? undefined : toMinorUnits(amount, currency);
  return isBetween(value, minor(min), minor(max));
}

function weightOf(packages: Facts['packages']): bigint {
  return packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0n);
}

/** Finer than a gram changes nothing: weights of bodies have three decimals. */
function grams(kilograms: string | undefined): bigint | undefined {
  if (kilograms === undefined) return undefined;
  const [whole = '', fraction = ''] = kilograms.split('.');
  return BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'));
}

function valueOf({ pricing, packages }: Facts): bigint | undefined {
  if (pricing !== undefined) return pricing.totalAmount;
  const declared = packages.map(({ declaredValue }) => declaredValue);
  if (declared.some((value) => value === undefined)) return undefined;
  return declared.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
}
