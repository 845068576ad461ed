import type { CompanyName } from '../companies.ts';
import type { CallbackRow } from '../entities/callback.entity.ts';
import type { Sandbox } from '../sandbox.ts';

export interface CallbackReport {
  callback_id: string;
  sequence: number;
  event: string;
  url: string;
  state: string;
  attempts: number;
  last_status: number | null;
  due_at: string;
}

/** The callbacks of one payment or parcel, in their order. */
export async function callbackReports(
  { pool }: Sandbox,
  company: CompanyName,
  subject: string,
): Promise<CallbackReport[]> {
  const { rows } = await pool.query<CallbackRow>(
    'SELECT * FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence',
    [company, subject],
  );
  return rows.map(({ id, sequence, event, url, state, attempts, last_status, due_at: dueAt }) => ({
    callback_id: id,
    sequence,
    event,
    url,
    state,
    attempts,
    last_status,
    due_at: dueAt.toISOString(),
  }));
}
