import type { Pool } from 'pg';

/**
 * The sandbox's own time. A test advances it instead of waiting. Its offset is stored, so a restart does not set it
 * back.
 */
export class SandboxClock {
  #offsetMs = 0;
  constructor(private readonly pool: Pool) {}

  async load(): Promise<void> {
    const {
      rows: [row],
    } = await this.pool.query<{ offset: string }>(
      "SELECT value ->> 'offset_ms' AS offset FROM setting WHERE name = 'clock'",
    );
    this.#offsetMs = Number(row?.offset ?? 0);
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  after(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }

  async advance(ms: number): Promise<void> {
    await this.pool.query(
      `
      INSERT INTO setting (name, value) VALUES ('clock', jsonb_build_object('offset_ms', $1::bigint))
      ON CONFLICT (name) DO UPDATE
        SET value = jsonb_build_object('offset_ms', (setting.value ->> 'offset_ms')::bigint + $1::bigint)`,
      [ms],
    );
    await this.load();
  }
}
