import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scheduled reports and their files (decision 0019). */
export class ScheduledReports1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_schedule (
        account_id text NOT NULL,
        id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        report text NOT NULL,
        -- What a report of performance is grouped by.
        grouped_by text,
        every text NOT NULL CHECK (every IN ('daily', 'weekly')),
        -- The end of the period of the next file. It is made some minutes later.
        next_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, id)
      );
      CREATE INDEX report_schedule_due ON report_schedule (next_at);
      CREATE INDEX report_schedule_of_store ON report_schedule (account_id, store_id, mode, id);

      CREATE TABLE report_file (
        account_id text NOT NULL,
        id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        schedule_id text NOT NULL,
        report text NOT NULL,
        status text NOT NULL CHECK (status IN ('ready', 'failed')),
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        rows integer NOT NULL,
        why text NOT NULL,
        content text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, id),
        -- One file for each period of a schedule.
        UNIQUE (account_id, schedule_id, to_at)
      );
      CREATE INDEX report_file_of_store ON report_file (account_id, store_id, mode, id);
      CREATE INDEX report_file_expiring ON report_file (expires_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}
