import { setImmediate as turn } from 'node:timers/promises';
import { unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { duplicate, insertShipments, shipmentRow } from './new-shipment.ts';
import type { NewShipment } from './new-shipment.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** Reads what was asked for, once it is known which couriers the company has; throws what it refuses. */
export type ReadShipment = (couriers: readonly string[]) => NewShipment;

interface Waiting { owner: Owner; read: ReadShipment; done: (row: ShipmentRow) => void; fail: (error: unknown) => void }
interface Read { one: Waiting; row: ShipmentRow }

/** PostgreSQL's complaints about what it was to store: then nothing of the statement is. */
const BAD_DATA = /^(22|23|54)/;

/**
 * Puts creates that come at the same time into one read of the companies' couriers and one insert: statement and commit cost nearly the
 * same for one row as for fifty. Nobody waits for company: a create goes at once while a group is free, else with the next one.
 */
export class CreateQueue {
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(private readonly shipments: Pick<Shipments, 'pool' | 'clock' | 'couriers'>) {}

  /** The row as it is stored, and committed. */
  create(owner: Owner, read: ReadShipment): Promise<ShipmentRow> {
    if (this.#waiting.length >= LIMITS.createsWaitingMax) return Promise.reject(unavailable('More shipments are being created than can be taken in. Send the same request again.'));
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
    const { pool, couriers } = this.shipments;
    const couriersOf = await couriers.ofCompanies(pool, group.map(({ owner }) => owner.accountId));
    let [read, characters]: [Read[], number] = [[], 0];
    for (const one of group) {
      try {
        const row = shipmentRow(this.shipments, one.owner, one.read(couriersOf(one.owner.accountId)));
        read.push({ one, row });
        characters += row.request.length + (row.metadata?.length ?? 0);
      } catch (error) {
        one.fail(error);
        // A body may be large, and reading it long: between two such everything else has its turn.
        await turn();
      }
      if (characters < LIMITS.createCharactersPerStatementMax) continue;
      await this.#store(read);
      [read, characters] = [[], 0];
    }
    await this.#store(read);
  }

  /** What the database will not take fails alone: the others are stored without it. */
  async #store(read: readonly Read[]): Promise<void> {
    if (read.length === 0) return;
    let stored: Set<string>;
    try {
      stored = await insertShipments(this.shipments.pool, read.map(({ row }) => row));
    } catch (error) {
      if (read.length === 1 || !BAD_DATA.test(String((error as { code?: string }).code))) throw error;
      for (const single of read) await this.#store([single]).catch(single.one.fail);
      return;
    }
    for (const { one, row } of read) {
      if (stored.has(row.id)) one.done(row);
      else void duplicate(this.shipments.pool, one.owner, row.reference).then(one.fail, one.fail);
    }
  }
}
