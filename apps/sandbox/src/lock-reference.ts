import type { PoolClient } from 'pg';
import type { CompanyName } from './companies.ts';

/** Until the transaction ends, no other request about this reference is answered. */
export async function lockReference(tx: PoolClient, company: CompanyName, reference: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sandbox ${company} ${reference}`]);
}
