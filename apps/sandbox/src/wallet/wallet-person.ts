import type { PoolClient } from 'pg';
import { invalid } from '@qafila/envelopes/refusal';
import { digitsOf } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import type { Keys } from '../keys.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';

/** What is known of a person once the wallet was told: no number, only how to know it again. */
export interface Person { phoneDigest: Buffer; phoneLast4: string; digest: Buffer; nationalLast4: string | null; pin: string | null }

export function readPerson(keys: Keys, fields: Fields, second: 'national_id' | 'pin'): Person {
  const [phone, other] = [digitsOf(fields.phone), digitsOf(fields[second])];
  if (!/^[0-9]{7,15}$/.test(phone)) throw invalid('phone', 'phone must be 7 to 15 digits.');
  const rule = second === 'pin' ? /^[0-9]{4,8}$/ : /^[0-9]{5,20}$/;
  if (!rule.test(other)) throw invalid(second, second === 'pin' ? 'pin must be 4 to 8 digits.' : 'national_id must be 5 to 20 digits.');
  return {
    phoneDigest: keys.digest('phone', phone), phoneLast4: phone.slice(-4), digest: keys.digest('person', `${phone} ${other}`),
    nationalLast4: second === 'national_id' ? other.slice(-4) : null, pin: second === 'pin' ? other : null,
  };
}

/** What the wallet does with this phone: as it was whitelisted, else by its ending; null: it does not know it. */
export async function behaviourOf(tx: PoolClient, { phoneDigest, phoneLast4 }: Person): Promise<string | null> {
  const { rows: [row] } = await tx.query<{ behaviour: string }>('SELECT behaviour FROM phone WHERE digest = $1', [phoneDigest]);
  return row?.behaviour ?? (phoneLast4 in BEHAVIOURS ? phoneLast4 : null);
}
