import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adjustments of the books of a gateway, which belong to no payment (decision 0018). An older replica makes only those
 * of payments, and refuses to approve others.
 */
export class GatewayAdjustments1700000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}

const UP = `
  -- Null in rows of an older version: the attempt has it.
  ALTER TABLE review_decision ADD COLUMN gateway text;
  ALTER TABLE review_decision ALTER COLUMN intent_id DROP NOT NULL, ALTER COLUMN attempt_id DROP NOT NULL;
  ALTER TABLE review_decision ADD CONSTRAINT review_decision_books CHECK (
    (intent_id IS NULL) = (attempt_id IS NULL)
    AND (intent_id IS NOT NULL OR (kind = 'adjustment' AND gateway IS NOT NULL))) NOT VALID;
  ALTER TABLE review_decision VALIDATE CONSTRAINT review_decision_books;

  -- Only how a proposal ends changes, once: its state, what it changed, and the second person's part.
  CREATE OR REPLACE FUNCTION review_decision_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    ending text[];
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      ending := ARRAY(SELECT name FROM jsonb_object_keys(to_jsonb(NEW)) AS name
        WHERE name IN ('state', 'changes') OR starts_with(name, 'second_'));
      IF OLD.state = 'proposed' AND NEW.state <> 'proposed'
        AND to_jsonb(NEW) - ending = to_jsonb(OLD) - ending THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'a decision is never changed';
  END $$;
`;
