import type { Pool, PoolClient } from 'pg';
import type { AttemptRow, IntentRow } from './intent.entity.ts';

/** The last attempt of each intent that has one, by the id of the intent. All rows are of one account. */
export async function lastAttemptsOf(
  db: Pool | PoolClient,
  intents: readonly IntentRow[],
): Promise<ReadonlyMap<string, AttemptRow>> {
  const tried = intents.filter(({ tries }) => tries > 0);
  if (tried.length === 0) return new Map();
  const { rows } = await db.query<AttemptRow>({
    name: 'last-attempts',
    text: `
      SELECT a.* FROM unnest($2::text[]) AS i (id) CROSS JOIN LATERAL (
        SELECT * FROM attempt WHERE account_id = $1 AND intent_id = i.id ORDER BY no DESC LIMIT 1
      ) a`,
    values: [tried[0]?.account_id, tried.map(({ id }) => id)],
  });
  return new Map(rows.map((attempt) => [attempt.intent_id, attempt]));
}
