import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import type { MeterAnswer } from './meter-answers.schema.ts';
import { changeMeter } from './update-meter.ts';

/**
 * Lets a meter accept events again. Its plans and subscriptions stay as the deactivation left them, so no customer is
 * charged without a new decision of the merchant.
 */
export async function reactivateMeter(source: DataSource, owner: Principal, id: string): Promise<MeterAnswer> {
  return (await changeMeter(source, owner, id, { active: true })).meter;
}
