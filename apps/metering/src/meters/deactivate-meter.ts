import type { DataSource } from 'typeorm';
import { invalid } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { NO_IMPACT, assessImpact } from '../plans/impact.ts';
import { meterView } from './meter.entity.ts';
import type { DeactivateMeterBody, UpdateMeterBody } from './meter.schema.ts';
import { changeMeter, checkUpdate, findMeter, windDownOf } from './update-meter.ts';
import type { ChangedMeter } from './update-meter.ts';

/** Turns a meter off, together with what its plans and subscriptions are to do (§3.3). A meter that is off already stays as it is: a retry must not fail. */
export async function deactivateMeter(source: DataSource, owner: Principal, id: string, body: DeactivateMeterBody): Promise<ChangedMeter> {
  windDownOf(body);
  return changeMeter(source, owner, id, { active: false, ...body });
}

/** What the same request without dry_run would do. Changes nothing, waits for nobody; one snapshot, so that its numbers agree. */
export async function previewDeactivation(source: DataSource, owner: Principal, id: string, body: UpdateMeterBody): Promise<ChangedMeter> {
  if (body.active !== false) throw invalid('dry_run', 'dry_run tells the impact of a deactivation: send it with active false.');
  checkUpdate(body);
  const order = windDownOf(body);
  return source.transaction('REPEATABLE READ', async (tx) => {
    const meter = await findMeter(tx, owner, id);
    const impact = meter.active ? await assessImpact(tx, meter, order) : NO_IMPACT;
    return { meter: meterView(meter, owner.accountId), impact };
  });
}
