import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import type { MeterView } from './meter.entity.ts';
import { changeMeter } from './update-meter.ts';

/** Lets a meter take events in again. Its plans and subscriptions stay as the deactivation left them: nobody is charged anew unasked. */
export async function reactivateMeter(source: DataSource, owner: Principal, id: string): Promise<MeterView> {
  return (await changeMeter(source, owner, id, { active: true })).meter;
}
