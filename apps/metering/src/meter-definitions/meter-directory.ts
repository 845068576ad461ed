import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { AggregationType, Meter } from './meter.entity.ts';
import { compileFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { LIMITS } from '../limits.ts';
import type { Micros } from '../time/timestamp.ts';
import type { Account } from './account.entity.ts';

/** The parts of a meter by which events are judged, as they were at `revision`. */
export interface MeterSnapshot {
  accountNo: number;
  accountId: string;
  meterNo: number;
  id: string;
  storeId: string;
  mode: string;
  active: boolean;
  aggregationType: AggregationType;
  aggregationField: string | null;
  groupBy: string[];
  revision: number;
  createdAt: Micros;
  /** Newest first. */
  versions: { version: number; effectiveFrom: Micros; filter: Filter }[];
}

export interface MeterOwner {
  accountId: string;
  storeId: string;
}

interface Row {
  account_id: Account['accountId'];
  id: Meter['id'];
  account_no: Meter['accountNo'];
  meter_no: Meter['meterNo'];
  store_id: Meter['storeId'];
  mode: Meter['mode'];
  active: Meter['active'];
  aggregation_type: Meter['aggregationType'];
  aggregation_field: Meter['aggregationField'];
  group_by: Meter['groupBy'];
  revision: Meter['revision'];
  created_at: string;
  versions: { version: number; from: string; filters: Record<string, unknown> }[];
}

const LOAD = `
  SELECT a.account_id, m.id, m.account_no, m.meter_no, m.store_id, m.mode, m.active,
    m.aggregation_type, m.aggregation_field, m.group_by, m.revision,
    (extract(epoch FROM m.created_at) * 1000000)::bigint AS created_at,
    (SELECT json_agg(
       json_build_object('version', v.version, 'filters', v.filters,
         'from', (extract(epoch FROM v.effective_from) * 1000000)::bigint::text)
       ORDER BY v.version DESC)
     FROM meter_version v WHERE v.account_no = m.account_no AND v.meter_no = m.meter_no) AS versions
  FROM unnest($1::text[], $2::text[]) AS wanted (account_id, id)
  JOIN account a USING (account_id) JOIN meter m ON m.account_no = a.account_no AND m.id = wanted.id`;

/** A meter of an owner. */
export interface MeterKey {
  owner: MeterOwner;
  id: string;
}

/** The last answer for a meter, and how many looks in a row found it unknown or inactive. */
interface Answer {
  meter: MeterSnapshot | undefined;
  looks: number;
}

/**
 * A cache of meters by account and id. A cached active meter may be out of date: the accepting statement compares its
 * revision with the row's and stores nothing when they differ. That an unknown meter exists by now, or an inactive one
 * is active again, no statement would find out. So these are looked up, unless they are asked for in a flood: then
 * the last answer counts for at most a second. They have a cache of their own, so a flood evicts no meter that is used.
 */
export class MeterDirectory {
  readonly #active = new LRUCache<string, Answer>({ max: LIMITS.cachedMetersMax });
  readonly #misses = new LRUCache<string, Answer>({
    max: LIMITS.cachedMetersMax,
    ttl: LIMITS.missingMeterMs,
    noUpdateTTL: true,
  });

  constructor(private readonly pool: Pool) {}

  /** The meter, if it belongs to this store; possibly an old snapshot. */
  async find(owner: MeterOwner, id: string): Promise<MeterSnapshot | undefined> {
    const [meter] = await this.findAll([{ owner, id }]);
    return meter;
  }

  /** The meters in the order of the keys; one statement looks up those that are not cached. `fresh`: looks all up. */
  async findAll(keys: readonly MeterKey[], fresh = false): Promise<(MeterSnapshot | undefined)[]> {
    const missing = new Map<string, MeterKey>();
    const known = keys.map((key) => {
      const text = keyOf(key.owner.accountId, key.id);
      const cached = fresh ? undefined : this.#cached(text);
      if (cached === undefined) missing.set(text, key);
      return cached;
    });
    const loaded = missing.size === 0 ? undefined : await this.#load(missing);
    return keys.map(({ owner, id }, index) => {
      const meter = known[index] === undefined ? loaded?.get(keyOf(owner.accountId, id)) : known[index].meter;
      return meter?.storeId === owner.storeId ? meter : undefined;
    });
  }

  /** After a change by this process: the next question looks the meter up. */
  forget(accountId: string, id: string): void {
    const text = keyOf(accountId, id);
    this.#active.delete(text);
    this.#misses.delete(text);
  }

  #cached(text: string): Answer | undefined {
    const answer = this.#active.get(text) ?? this.#misses.get(text);
    return answer !== undefined && (answer.meter?.active || answer.looks >= LIMITS.missingMeterLooksMax)
      ? answer
      : undefined;
  }

  async #load(missing: ReadonlyMap<string, MeterKey>): Promise<Map<string, MeterSnapshot | undefined>> {
    const loaded = new Map<string, MeterSnapshot | undefined>([...missing.keys()].map((text) => [text, undefined]));
    const possible = [...missing.values()].filter(
      ({ id }) => Buffer.byteLength(id) <= LIMITS.meterIdBytesMax && !id.includes('\0'),
    );
    const { rows } = await this.pool.query<Row>(LOAD, [
      possible.map(({ owner }) => owner.accountId),
      possible.map(({ id }) => id),
    ]);
    for (const row of rows) loaded.set(keyOf(row.account_id, row.id), snapshotOf(row));
    for (const [text, meter] of loaded) this.#remember(text, meter);
    return loaded;
  }

  #remember(text: string, meter: MeterSnapshot | undefined): void {
    if (meter?.active) {
      this.#active.set(text, { meter, looks: 0 });
      this.#misses.delete(text);
      return;
    }
    this.#active.delete(text);
    this.#misses.set(text, { meter, looks: (this.#misses.get(text)?.looks ?? 0) + 1 });
  }
}

function keyOf(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

function snapshotOf(row: Row): MeterSnapshot {
  return {
    accountNo: row.account_no,
    accountId: row.account_id,
    meterNo: row.meter_no,
    id: row.id,
    storeId: row.store_id,
    mode: row.mode,
    active: row.active,
    aggregationType: row.aggregation_type,
    aggregationField: row.aggregation_field,
    groupBy: row.group_by,
    revision: row.revision,
    createdAt: Number(row.created_at),
    versions: row.versions.map(({ version, from, filters }) => ({
      version,
      effectiveFrom: Number(from),
      filter: compileFilter(filters),
    })),
  };
}
