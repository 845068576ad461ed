import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters by the content of events (docs/decisions/0017). */
export class Filters1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE endpoint ADD COLUMN filters jsonb');
    await runner.query(PASSES_FILTERS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}

/**
 * Whether a body passes all filters. Each has the path as an array of steps, and `in` or `exists`. A body that
 * PostgreSQL cannot read as jsonb, such as one with the character U+0000, passes: a filter must not lose an event.
 */
const PASSES_FILTERS = `
  CREATE FUNCTION passes_filters(body text, filters jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
  DECLARE
    data jsonb;
    condition jsonb;
    found jsonb;
  BEGIN
    BEGIN
      data := body::jsonb;
    EXCEPTION WHEN OTHERS THEN
      RETURN true;
    END;
    FOR condition IN SELECT * FROM jsonb_array_elements(filters) LOOP
      found := data #> ARRAY(SELECT jsonb_array_elements_text(condition->'steps'));
      IF condition ? 'exists' THEN
        IF (found IS NOT NULL) <> (condition->'exists')::boolean THEN RETURN false; END IF;
      ELSIF found IS NULL OR found NOT IN (SELECT * FROM jsonb_array_elements(condition->'in')) THEN
        RETURN false;
      END IF;
    END LOOP;
    RETURN true;
  END $$`;
