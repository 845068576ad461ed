import { unavailable } from '@qafila/envelopes/refusal';
import { enabledMethods } from '../checkout/offered-methods.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';
import type { Method } from '../routing/choose-gateways.ts';
import { storeProfiles } from '../store/store-profile.ts';
import type { IntentRow } from './intent.entity.ts';
import { insertIntents, intentRow } from './new-intent.ts';
import type { NewIntent } from './new-intent.ts';

/** Reads what was asked for, once it is known what the store offers; throws what it refuses. */
export type ReadIntent = (enabled: readonly Method[]) => NewIntent;

interface Waiting { owner: Owner; read: ReadIntent; done: (row: IntentRow) => void; fail: (error: unknown) => void }

/** PostgreSQL's complaints about what it was to store: then nothing of the statement is. */
const BAD_DATA = /^(22|23|54)/;

/**
 * Puts creates that come at the same time into one read of store profiles and one insert: statement and commit cost nearly the same
 * for one row as for fifty. Nobody waits for company: a create goes at once while a group is free, else with the next one.
 */
export class CreateQueue {
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(private readonly payments: Pick<Payments, 'pool' | 'clock' | 'keys' | 'providers'>) {}

  /** The row as it is stored, and committed. */
  create(owner: Owner, read: ReadIntent): Promise<IntentRow> {
    if (this.#waiting.length >= LIMITS.createsWaitingMax) return Promise.reject(unavailable('More payments are being created than can be taken in. Send the same request again.'));
    return new Promise((done, fail) => {
      this.#waiting.push({ owner, read, done, fail });
      // One turn of the event loop lets the requests that arrived together go together.
      if (this.#running < LIMITS.createGroupsMax) setImmediate(() => this.#next());
    });
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#running >= LIMITS.createGroupsMax) return;
    const group = this.#waiting.splice(0, LIMITS.createsPerGroupMax);
    this.#running++;
    void this.#together(group).catch((error: unknown) => { for (const one of group) one.fail(error); }).finally(() => {
      this.#running--;
      this.#next();
    });
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const { pool, providers } = this.payments;
    const profileOf = await storeProfiles(pool, group.map((one) => one.owner));
    const read = group.flatMap((one) => {
      try {
        return [{ one, row: intentRow(this.payments, one.owner, one.read(enabledMethods(profileOf(one.owner).methods, providers.gateways))) }];
      } catch (error) {
        one.fail(error);
        return [];
      }
    });
    await this.#store(read);
  }

  /** What the database will not take fails alone: the others are stored without it. */
  async #store(read: readonly { one: Waiting; row: IntentRow }[]): Promise<void> {
    if (read.length === 0) return;
    try {
      await insertIntents(this.payments.pool, read.map(({ row }) => row));
      for (const { one, row } of read) one.done(row);
    } catch (error) {
      if (read.length === 1 || !BAD_DATA.test(String((error as { code?: string }).code))) throw error;
      for (const single of read) await this.#store([single]).catch(single.one.fail);
    }
  }
}
