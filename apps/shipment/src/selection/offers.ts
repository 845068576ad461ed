import { truncate } from '@qafila/runtime/truncate';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Consignment, ConsignmentParty } from '../couriers/consignment.ts';
import type { Courier, QuoteResult } from '../couriers/courier.ts';
import type { Couriers } from '../couriers/couriers.ts';
import { inTime } from '../couriers/in-time.ts';
import { SELECTION } from '../limits.ts';

/** What a courier says of a consignment, or why it says nothing. */
export type CourierOffers = QuoteResult | { kind: 'unavailable'; why: string };
/** By courier. */
export type Offers = ReadonlyMap<string, CourierOffers>;
export const NO_OFFERS: Offers = new Map();

/**
 * Asks couriers for their offers, each within its own deadline, so that one that hangs delays no answer for longer.
 * What they said is used again for a short time, because ten thousand rows of a file often differ in their names only.
 */
export class OfferDesk {
  readonly #known = new LRUCache<string, Promise<CourierOffers>>({ max: SELECTION.cachedOffersMax });
  #underWay = 0;

  constructor(private readonly couriers: Couriers) {}

  /** One entry for each courier. */
  async ask(accountId: string, courierIds: readonly string[], consignment: Consignment): Promise<Offers> {
    const digest = digestOf(consignment);
    const said = await Promise.all(
      courierIds.map(async (id) => [id, await this.#ask(accountId, id, { consignment, digest })] as const),
    );
    return new Map(said);
  }

  async #ask(
    accountId: string,
    id: string,
    { consignment, digest }: { consignment: Consignment; digest: string },
  ): Promise<CourierOffers> {
    const courier = await this.couriers.of({ account_id: accountId, courier: id });
    if (courier === undefined) return { kind: 'unavailable', why: 'it is not connected' };
    const misfit = courier.misfit?.(consignment);
    if (misfit !== undefined) return { kind: 'not_served', reason: misfit.reason };
    const key = JSON.stringify([accountId, id, digest]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = this.#askCourier(courier, consignment);
    this.#known.set(key, answer, { ttl: SELECTION.offersUsableMs });
    const said = await answer;
    // A courier that did not answer is asked again soon.
    if (said.kind === 'unavailable' && this.#known.get(key) === answer)
      this.#known.set(key, answer, { ttl: SELECTION.silenceUsableMs });
    return said;
  }

  async #askCourier(courier: Courier, consignment: Consignment): Promise<CourierOffers> {
    const quote = courier.quote?.bind(courier);
    if (quote === undefined) return { kind: 'unavailable', why: 'it quotes no prices' };
    if (this.#underWay >= SELECTION.quotesAtOnceMax)
      return { kind: 'unavailable', why: 'too many couriers are being asked at once' };
    this.#underWay++;
    try {
      const signal = AbortSignal.timeout(SELECTION.quoteTimeoutMs);
      return await inTime(signal, () => quote(consignment, signal));
    } catch (error) {
      return { kind: 'unavailable', why: truncate((error as Error).message, SELECTION.whyCharactersMax) };
    } finally {
      this.#underWay--;
    }
  }
}

/** Of all that a price can depend on: not of names, phones, streets and references, which only `misfit` judges. */
function digestOf({ shipTo, shipFrom, packages, ...rest }: Consignment): string {
  const { shipmentType, paymentMode, currency, codAmount, insuranceAmount, incoterm, pricing, customs } = rest;
  const facts = [
    [shipmentType, paymentMode, currency, codAmount, insuranceAmount, incoterm, pricing, customs?.contentType],
    [placeOf(shipFrom), placeOf(shipTo)],
    packages.map(({ weightGrams, lengthMm, widthMm, heightMm, declaredValue, items }) => [
      [weightGrams, lengthMm, widthMm, heightMm, declaredValue],
      items.map(({ hsCode, originCountry, quantity, unitPrice }) => [hsCode, originCountry, quantity, unitPrice]),
    ]),
  ];
  const text = JSON.stringify(facts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64url');
}

/** In both spellings: a courier that reads Latin letters only prices the way to the Latin one. */
function placeOf(party: ConsignmentParty): unknown[] {
  const { countryCode, province, city, postalCode, shortAddress, district, latin } = party;
  const spelledLatin = [latin?.province, latin?.city, latin?.district];
  return [countryCode, province, city, postalCode, shortAddress, district, spelledLatin];
}
