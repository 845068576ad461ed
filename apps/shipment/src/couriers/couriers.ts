import type { Pool } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Courier } from './courier.ts';

/** The couriers of this deployment, and which of them each company uses. */
export class Couriers {
  readonly #byId: ReadonlyMap<string, Courier>;

  constructor(readonly all: readonly Courier[]) {
    this.#byId = new Map(all.map((courier) => [courier.id, courier]));
  }

  find(id: string): Courier | undefined {
    return this.#byId.get(id);
  }

  /** Ids of the company's couriers, in the deployment's order: the first ships when the request names none. */
  async ofCompany(pool: Pool, accountId: string): Promise<string[]> {
    return (await this.ofCompanies(pool, [accountId]))(accountId);
  }

  /** Reads several companies at once; the returned function looks one up by its account. */
  async ofCompanies(pool: Pool, accountIds: readonly string[]): Promise<(accountId: string) => string[]> {
    const { rows } = await pool.query<{ account_id: string; courier: string }>({
      name: 'couriers-off',
      text: 'SELECT account_id, courier FROM courier_setting WHERE account_id = ANY ($1) AND NOT enabled',
      values: [[...new Set(accountIds)]],
    });
    return (accountId) =>
      [...this.#byId.keys()].filter((id) => !rows.some((row) => row.account_id === accountId && row.courier === id));
  }

  /** Switches a courier on or off for new shipments; a shipment under way keeps its courier. */
  async setEnabled(pool: Pool, accountId: string, { id, enabled }: { id: string; enabled: boolean }): Promise<void> {
    if (!this.#byId.has(id))
      throw new Refusal(
        404,
        'COURIER_NOT_FOUND',
        `There is no courier ${JSON.stringify(id)} here: there are ${[...this.#byId.keys()].join(', ') || 'none'}.`,
        { param: 'courier_id' },
      );
    await pool.query(
      `
      INSERT INTO courier_setting (account_id, courier, enabled) VALUES ($1, $2, $3)
      ON CONFLICT (account_id, courier) DO UPDATE SET enabled = excluded.enabled, updated_at = now()`,
      [accountId, id, enabled],
    );
  }
}
