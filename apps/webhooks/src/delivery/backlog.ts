import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';

/** First attempts that wait for the dispatcher of some partitions, and the age of the oldest. */
export interface FirstAttempts {
  count: number;
  oldestSeconds: number;
}

const FIRST_ATTEMPTS = {
  name: 'dispatch-first-attempts',
  text: `
    WITH behind AS (
      SELECT h.endpoint_no, h.sequence - t.settled AS deliveries, t.settled
      FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no)
      WHERE h.lane = ANY($1) AND h.sequence > t.settled
    )
    SELECT coalesce((SELECT sum(deliveries) FROM behind), 0) AS count,
      coalesce((SELECT extract(epoch FROM now() - min(d.created_at))
        FROM (SELECT * FROM behind ORDER BY deliveries DESC LIMIT 200) b CROSS JOIN LATERAL (
          SELECT created_at FROM delivery
            WHERE endpoint_no = b.endpoint_no AND sequence > b.settled ORDER BY sequence LIMIT 1
        ) d), 0) AS oldest_seconds`,
};

export async function readFirstAttempts(pool: Pool, partitions: number[]): Promise<FirstAttempts> {
  const {
    rows: [row],
  } = await pool.query<Record<'count' | 'oldest_seconds', string>>({ ...FIRST_ATTEMPTS, values: [partitions] });
  return { count: Number(row?.count), oldestSeconds: Math.max(0, Number(row?.oldest_seconds)) };
}

/** Both tables have the primary key (endpoint_no, sequence), in whose order they are read. */
const STEP = (table: 'retry' | 'dead_letter', matches: string): string => `
  WITH page AS (
    SELECT endpoint_no, sequence, ${matches} AS matches FROM ${table}
    WHERE (endpoint_no, sequence) > ($1::bigint, $2::bigint) ORDER BY endpoint_no, sequence LIMIT $3
  )
  SELECT (SELECT count(*) FROM page) AS rows_read, (SELECT count(*) FROM page WHERE matches) AS matching,
    endpoint_no, sequence FROM page ORDER BY endpoint_no DESC, sequence DESC LIMIT 1`;

export const COUNTS = { retry: STEP('retry', 'lane = ANY($4)'), dead_letter: STEP('dead_letter', 'true') } as const;

/** Counts a table of any size in steps that each read a bounded number of rows. */
export class StepwiseCount {
  #endpointNo = '0';
  #sequence = '0';
  #matching = 0;

  constructor(
    private readonly pool: Pool,
    private readonly sql: string,
    private readonly rowsMax: number = LIMITS.backlogRowsPerStepMax,
  ) {}

  /** Reads the next rows. Returns how many match in all when it has read the last one, and then begins again. */
  async step(...values: unknown[]): Promise<number | undefined> {
    const {
      rows: [row],
    } = await this.pool.query<Record<'rows_read' | 'matching' | 'endpoint_no' | 'sequence', string>>(this.sql, [
      this.#endpointNo,
      this.#sequence,
      this.rowsMax,
      ...values,
    ]);
    this.#matching += Number(row?.matching ?? 0);
    if (row !== undefined && Number(row.rows_read) === this.rowsMax) {
      [this.#endpointNo, this.#sequence] = [row.endpoint_no, row.sequence];
      return undefined;
    }
    const total = this.#matching;
    [this.#endpointNo, this.#sequence, this.#matching] = ['0', '0', 0];
    return total;
  }
}
