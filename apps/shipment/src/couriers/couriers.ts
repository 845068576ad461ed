import type { Pool } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { AccountCouriers } from './accounts/account-couriers.ts';
import type { Courier, Polling } from './courier.ts';

interface Switches {
  account_id: string;
  courier: string;
  is_own: boolean;
}

/** A row that a courier is to be called about. */
interface CourierRow {
  account_id: string;
  courier: string;
}

/** The couriers of this deployment, the accounts of companies at others, and which of them each company uses. */
export class Couriers {
  readonly #shared: ReadonlyMap<string, Courier>;

  constructor(
    shared: readonly Courier[],
    private readonly accounts?: AccountCouriers,
  ) {
    this.#shared = new Map(shared.map((courier) => [courier.id, courier]));
  }

  /** Every courier that can have shipments here. */
  get ids(): string[] {
    const own = this.accounts?.kinds.map(({ id }) => id) ?? [];
    return [...new Set([...this.#shared.keys(), ...own])];
  }

  /** The courier of a shipment; undefined when its company's account is gone or unreadable. */
  async of({ account_id: accountId, courier }: CourierRow): Promise<Courier | undefined> {
    return (await this.accounts?.of(accountId, courier)) ?? this.#shared.get(courier);
  }

  /** The deployment's own courier, which calls one address for all companies. */
  shared(id: string): Courier | undefined {
    return this.#shared.get(id);
  }

  name(id: string): string {
    return this.#described(id)?.name ?? id;
  }

  polling(id: string): Polling | undefined {
    return this.#described(id)?.polling;
  }

  /**
   * Ids of the company's couriers: its own accounts first, then those of the deployment. The first ships when the
   * request names none.
   */
  async ofCompany(pool: Pool, accountId: string): Promise<string[]> {
    return (await this.ofCompanies(pool, [accountId]))(accountId);
  }

  /** Reads several companies at once; the returned function looks one up by its account. */
  async ofCompanies(pool: Pool, accountIds: readonly string[]): Promise<(accountId: string) => string[]> {
    const { rows } = await pool.query<Switches>({
      name: 'couriers-of-companies',
      text: `
        SELECT account_id, courier, false AS is_own, NULL::timestamptz AS at FROM courier_setting
        WHERE account_id = ANY ($1) AND NOT enabled
        UNION ALL
        SELECT account_id, courier, true, created_at FROM courier_account
        WHERE account_id = ANY ($1) AND mode = $2 AND courier = ANY ($3)
        ORDER BY at, courier`,
      values: [[...new Set(accountIds)], this.accounts?.mode ?? '', this.accounts?.kinds.map(({ id }) => id) ?? []],
    });
    return (accountId) => {
      const of = rows.filter((row) => row.account_id === accountId);
      const own = of.filter(({ is_own: isOwn }) => isOwn).map(({ courier }) => courier);
      return [...new Set([...own, ...this.#shared.keys()])].filter(
        (id) => !of.some(({ courier, is_own: isOwn }) => !isOwn && courier === id),
      );
    };
  }

  /** Switches a courier on or off for new shipments; a shipment under way keeps its courier. */
  async setEnabled(pool: Pool, accountId: string, { id, enabled }: { id: string; enabled: boolean }): Promise<void> {
    if (this.#described(id) === undefined)
      throw new Refusal(
        404,
        'COURIER_NOT_FOUND',
        `There is no courier ${JSON.stringify(id)} here: there are ${this.ids.join(', ') || 'none'}.`,
        { param: 'courier_id' },
      );
    await pool.query(
      `
      INSERT INTO courier_setting (account_id, courier, enabled) VALUES ($1, $2, $3)
      ON CONFLICT (account_id, courier) DO UPDATE SET enabled = excluded.enabled, updated_at = now()`,
      [accountId, id, enabled],
    );
  }

  #described(id: string): { name: string; polling: Polling } | undefined {
    const kind = this.accounts?.kinds.find((candidate) => candidate.id === id);
    return kind === undefined ? this.#shared.get(id) : { name: kind.title, polling: kind.polling };
  }
}
