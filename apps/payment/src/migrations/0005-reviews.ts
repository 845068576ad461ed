import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decisions of persons (decision 0018). The column of operations is nullable: an older replica inserts without it. */
export class Reviews1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operation ADD COLUMN moved_minor bigint CHECK (moved_minor > 0)');
    await runner.query(DECISIONS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table and the column alone');
  }
}

const DECISIONS = `
  CREATE TABLE review_decision (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('resolve', 'adjustment')),
    state text NOT NULL CHECK (state IN ('proposed', 'applied', 'rejected', 'superseded')),
    intent_id text NOT NULL,
    attempt_id text NOT NULL,
    -- What was in review, and its queue and state when the first person decided.
    operation_id text,
    queue text,
    queue_why text,
    operation_state text,
    outcome text CHECK (outcome IN ('done', 'failed')),
    amount_minor bigint CHECK (amount_minor > 0),
    currency text NOT NULL,
    debit_account text,
    credit_account text,
    reason text NOT NULL,
    evidence text NOT NULL,
    note text NOT NULL,
    -- The key and the person, as the caller names them.
    decided_by text NOT NULL,
    person text NOT NULL,
    decided_at timestamptz NOT NULL,
    needs_second boolean NOT NULL,
    second_by text,
    second_person text,
    second_note text,
    second_at timestamptz,
    changes json,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, intent_id) REFERENCES intent,
    CHECK ((kind = 'resolve') = (operation_id IS NOT NULL AND outcome IS NOT NULL)),
    CHECK ((kind = 'adjustment') = (debit_account IS NOT NULL AND credit_account IS NOT NULL)),
    CHECK (kind = 'resolve' OR amount_minor IS NOT NULL),
    CHECK (debit_account <> credit_account),
    -- Two keys: nothing above the limit is applied by one, and no key confirms its own decision.
    CONSTRAINT review_decision_needs_second CHECK (state <> 'applied' OR NOT needs_second OR second_by IS NOT NULL),
    CONSTRAINT review_decision_second_key CHECK (second_by <> decided_by)
  );
  CREATE UNIQUE INDEX review_decision_proposed ON review_decision (account_id, operation_id) WHERE state = 'proposed';
  CREATE INDEX review_decision_of_store ON review_decision (account_id, store_id, mode, id);
  CREATE INDEX review_decision_of_intent ON review_decision (account_id, intent_id, id);

  CREATE FUNCTION review_decision_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF OLD.state = 'proposed' AND NEW.state <> 'proposed' AND
        (NEW.account_id, NEW.id, NEW.intent_id, NEW.operation_id, NEW.outcome, NEW.amount_minor, NEW.debit_account,
          NEW.credit_account, NEW.evidence, NEW.person, NEW.decided_by, NEW.decided_at, NEW.needs_second)
        IS NOT DISTINCT FROM
        (OLD.account_id, OLD.id, OLD.intent_id, OLD.operation_id, OLD.outcome, OLD.amount_minor, OLD.debit_account,
          OLD.credit_account, OLD.evidence, OLD.person, OLD.decided_by, OLD.decided_at, OLD.needs_second)
      THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'a decision is never changed';
  END $$;
  CREATE TRIGGER review_decision_is_final BEFORE UPDATE OR DELETE ON review_decision
    FOR EACH ROW EXECUTE FUNCTION review_decision_is_final();
  CREATE TRIGGER review_decision_stays BEFORE TRUNCATE ON review_decision
    FOR EACH STATEMENT EXECUTE FUNCTION review_decision_is_final();
`;
