import { unknownReference } from '../http/refusals.ts';
import type { Sandbox } from '../sandbox.ts';

/** Sends a callback once more, also one that a fault suppressed. */
export async function resendCallback({ pool, clock }: Sandbox, id: string): Promise<void> {
  const { rowCount } = await pool.query(
    "UPDATE callback SET state = 'due', held = false, overtaken = true, attempts = 0, due_at = $2 WHERE id = $1",
    [id, clock.now()],
  );
  if (rowCount === 0) throw unknownReference();
}
