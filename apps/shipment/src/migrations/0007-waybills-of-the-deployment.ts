import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A waybill of a courier of the deployment is unique among all companies: they share one account there. The column is
 * nullable, because an older replica writes rows without it. The index is built without a lock on the table; that
 * excludes a transaction, so each statement may be repeated.
 */
export class WaybillsOfTheDeployment1700000000007 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shipment ADD COLUMN IF NOT EXISTS of_deployment boolean');
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS shipment_waybill_of_deployment');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY shipment_waybill_of_deployment
      ON shipment (courier, awb) WHERE awb IS NOT NULL AND of_deployment`);
    for (const courier of COURIERS_SO_FAR) await markEarlier(runner, courier);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column and the index alone');
  }
}

/** Those that deployments had until now. */
const COURIERS_SO_FAR = ['sandbox-express', 'sandbox-economy'];
const ROWS_AT_ONCE = 2_000;

async function markEarlier(runner: QueryRunner, courier: string): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows = (await runner.query(MARK_EARLIER, [courier, after, ROWS_AT_ONCE])) as { last: string | null }[];
    after = rows[0]?.last ?? null;
  }
}

/** Of rows that share a waybill, which none should, the oldest has it. */
const MARK_EARLIER = `
  WITH page AS (
    SELECT account_id, id, courier, awb FROM shipment
    WHERE courier = $1 AND awb > $2 ORDER BY awb LIMIT $3
  ), marked AS (
    UPDATE shipment s SET of_deployment = true FROM (
      SELECT DISTINCT ON (p.courier, p.awb) o.account_id, o.id FROM page p
      JOIN shipment o ON o.courier = p.courier AND o.awb = p.awb
      ORDER BY p.courier, p.awb, o.id
    ) first
    WHERE s.account_id = first.account_id AND s.id = first.id AND s.of_deployment IS NULL
  )
  SELECT max(awb) AS last FROM page
`;
