import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OUTBOX_DEFERRED_UP } from '@qafila/messaging/outbox.sql';

/** Reads of the outbox that are bounded by bytes, and a place for events that brokers refuse. */
export class OutboxDeferred1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_DEFERRED_UP);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table and the column alone');
  }
}
