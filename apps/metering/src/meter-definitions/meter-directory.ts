import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { AggregationType } from './meter.entity.ts';
import { compileFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { LIMITS } from '../limits.ts';
import type { Micros } from '../time/timestamp.ts';

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
  account_no: number;
  meter_no: number;
  store_id: string;
  mode: string;
  active: boolean;
  aggregation_type: AggregationType;
  aggregation_field: string | null;
  group_by: string[];
  revision: number;
  created_at: string;
  versions: { version: number; from: string; filters: Record<string, unknown> }[];
}

const LOAD = `
  SELECT m.account_no, m.meter_no, m.store_id, m.mode, m.active,
    m.aggregation_type, m.aggregation_field, m.group_by, m.revision,
    (extract(epoch FROM m.created_at) * 1000000)::bigint AS created_at,
    (SELECT json_agg(
       json_build_object('version', v.version, 'filters', v.filters,
         'from', (extract(epoch FROM v.effective_from) * 1000000)::bigint::text)
       ORDER BY v.version DESC)
     FROM meter_version v WHERE v.account_no = m.account_no AND v.meter_no = m.meter_no) AS versions
  FROM meter m JOIN account a USING (account_no) WHERE a.account_id = $1 AND m.id = $2`;

/**
 * A cache of meters by account and id. A cached meter may be out of date: the accepting statement compares its revision
 * with the row's and stores nothing when they differ. Unknown meters are not cached.
 */
export class MeterDirectory {
  readonly #snapshots = new LRUCache<string, MeterSnapshot>({ max: LIMITS.cachedMetersMax });
  constructor(private readonly pool: Pool) {}

  /** The meter, if it belongs to this store; possibly an old snapshot. */
  async find(owner: MeterOwner, id: string): Promise<MeterSnapshot | undefined> {
    const cached = this.#snapshots.get(keyOf(owner.accountId, id));
    // An inactive snapshot would refuse events although the meter may be active again, so it is always reloaded.
    if (cached?.active) return cached.storeId === owner.storeId ? cached : undefined;
    return this.reload(owner, id);
  }

  async reload(owner: MeterOwner, id: string): Promise<MeterSnapshot | undefined> {
    const key = keyOf(owner.accountId, id);
    this.#snapshots.delete(key);
    if (Buffer.byteLength(id) > LIMITS.meterIdBytesMax || id.includes('\0')) return undefined;
    const {
      rows: [row],
    } = await this.pool.query<Row>(LOAD, [owner.accountId, id]);
    if (row === undefined || row.store_id !== owner.storeId) return undefined;
    const snapshot = snapshotOf(row, owner.accountId, id);
    this.#snapshots.set(key, snapshot);
    return snapshot;
  }
}

function keyOf(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

function snapshotOf(row: Row, accountId: string, id: string): MeterSnapshot {
  return {
    accountNo: row.account_no,
    accountId,
    meterNo: row.meter_no,
    id,
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
