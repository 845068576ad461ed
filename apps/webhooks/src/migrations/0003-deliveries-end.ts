import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What ends every delivery (docs/decisions/0011). Both columns have a constant default, so no row is rewritten. */
export class DeliveriesEnd1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE retry
        -- When its schedule began: attempts that use up no step of it end when its time is over.
        ADD COLUMN schedule_at timestamptz NOT NULL DEFAULT now(),
        -- Its last attempt was made because the endpoint had recovered: the next one comes by the schedule.
        ADD COLUMN recovered boolean NOT NULL DEFAULT false`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}
