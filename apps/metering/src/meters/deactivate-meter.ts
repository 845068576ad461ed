import type { DataSource } from 'typeorm';
import { invalid } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { NO_IMPACT, assessImpact } from '../plans/impact.ts';
import { meterView } from './meter-answers.schema.ts';
import type { ChangedMeterAnswer } from './meter-answers.schema.ts';
import type { DeactivateMeterBody, UpdateMeterBody } from './meter.schema.ts';
import { changeMeter, findMeter, windDownOf } from './update-meter.ts';

/**
 * Deactivates a meter and changes its plans and subscriptions as the body says (§3.3). An inactive meter does not
 * change, so a retry succeeds.
 */
export async function deactivateMeter(
  source: DataSource,
  owner: Principal,
  id: string,
  body: DeactivateMeterBody,
): Promise<ChangedMeterAnswer> {
  return changeMeter(source, owner, id, { active: false, ...body });
}

/**
 * The effect that the same request without dry_run would have. Changes nothing and takes no locks. One snapshot makes
 * the numbers consistent.
 */
export async function previewDeactivation(
  source: DataSource,
  owner: Principal,
  id: string,
  body: UpdateMeterBody,
): Promise<ChangedMeterAnswer> {
  if (body.active !== false)
    throw invalid('dry_run', 'dry_run shows the impact of a deactivation: send it with active false.');
  const options = windDownOf(body);
  return source.transaction('REPEATABLE READ', async (tx) => {
    const meter = await findMeter(tx, owner, id);
    const impact = meter.active ? await assessImpact(tx, meter, options) : NO_IMPACT;
    return { meter: meterView(meter, owner.accountId), impact };
  });
}
