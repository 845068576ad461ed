import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts to prove who one is, and from which networks a person signed in. */
export class SignInAttempts1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ATTEMPTS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves attempts alone');
  }
}

const ATTEMPTS = `
  CREATE TABLE sign_in_attempt (
    -- A person, a network, or both, under the pepper: what was sent as an address may be anything, even a password.
    subject bytea PRIMARY KEY CHECK (length(subject) = 32),
    -- Those that did not succeed, and those that are not judged yet.
    attempts integer NOT NULL CHECK (attempts >= 0),
    attempted_at timestamptz NOT NULL,
    paused_until timestamptz NOT NULL
  );
  CREATE INDEX sign_in_attempt_attempted_at ON sign_in_attempt (attempted_at);
  CREATE INDEX session_person_network ON session (person_id, network);
`;
