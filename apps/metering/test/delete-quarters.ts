import type { MeteringUnderTest } from './harness.ts';
import { expireQuarters } from '../src/retention/expire-quarters.ts';

/** For the service's settings: so long that only the function below deletes. */
export const NEVER = { USAGE_QUARTERS_RETENTION_DAYS: '36500' };

/** What retention leaves: from this day on quarters are complete, and earlier ones are deleted; null deletes none. */
export async function deleteQuarters({ pool }: MeteringUnderTest, keptSince: string | null): Promise<void> {
  await pool.query(
    "UPDATE kept_quarters SET since = coalesce($1::timestamptz, '2000-01-01Z'), changed_at = '-infinity'",
    [keptSince],
  );
  while (await expireQuarters(pool, Number(NEVER.USAGE_QUARTERS_RETENTION_DAYS)));
}
