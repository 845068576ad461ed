import { Refusal } from '@qafila/envelopes/refusal';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Couriers } from '../couriers/couriers.ts';
import { SELECTION } from '../limits.ts';
import { chooseCourier, needsOffers, ruleWithoutOffers } from './choose-courier.ts';
import type { RuleSet, Selection } from './choose-courier.ts';
import { newestRules } from './newest-rules.ts';
import { NO_OFFERS, OfferDesk } from './offers.ts';
import type { Offers } from './offers.ts';

/** Chooses for a request that is read; null where there is nothing to choose. Pure, so it may run in a transaction. */
export type ChooseCourier = (request: ShipmentRequest, couriers: readonly string[]) => Selection | null;
/** Reads the request once the couriers of the company are known; throws its refusals. */
export type ReadRequest = (couriers: readonly string[]) => ShipmentRequest;

/** Chooses couriers by the rules of companies (decision 0030). */
export class Selector {
  readonly offers: OfferDesk;
  readonly #known = new LRUCache<string, { rules: RuleSet }>({
    max: SELECTION.cachedRulesMax,
    ttl: SELECTION.usableMs,
  });
  #changes = 0;

  constructor(private readonly parts: { pool: Pool; couriers: Couriers; mode: string }) {
    this.offers = new OfferDesk(parts.couriers);
  }

  /**
   * What chooses for one request. The couriers are asked for prices only where a rule for this request orders by them,
   * and before any transaction.
   */
  async prepare(accountId: string, read: ReadRequest): Promise<ChooseCourier> {
    const rules = await this.#rulesOf(accountId);
    if (rules.version === 0) return () => null;
    const offers = rules.rules.some(needsOffers) ? await this.#offersFor(accountId, rules, read) : NO_OFFERS;
    return (request, couriers) => chooseCourier(rules, request, couriers, offers);
  }

  /** After a change by this process, which must see it at once. */
  forget(accountId: string): void {
    this.#changes++;
    this.#known.delete(accountId);
  }

  async #offersFor(accountId: string, rules: RuleSet, read: ReadRequest): Promise<Offers> {
    const { couriers, pool } = this.parts;
    const available = await couriers.ofCompany(pool, accountId);
    const facts = readOrNothing(() => read(available));
    if (facts === undefined) return NO_OFFERS;
    let offers = NO_OFFERS;
    for (;;) {
      const chosen = chooseCourier(rules, facts, available, offers);
      const wanted = ruleWithoutOffers(rules, chosen, { facts, available, offers });
      if (wanted.length === 0) return offers;
      offers = new Map([...offers, ...(await this.offers.ask(accountId, wanted, facts))]);
    }
  }

  async #rulesOf(accountId: string): Promise<RuleSet> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known.rules;
    const changes = this.#changes;
    const rules = await newestRules(this.parts.pool, { accountId, mode: this.parts.mode });
    // After a change meanwhile, what was read may be from before it.
    if (changes === this.#changes) this.#known.set(accountId, { rules });
    return rules;
  }
}

/** What is wrong with the request is said by the operation itself. */
function readOrNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
