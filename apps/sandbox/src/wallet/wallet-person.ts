import type { PoolClient } from 'pg';
import type { PhoneRow } from '../entities/wallet.entity.ts';
import type { Keys } from '../keys.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';

/** What the wallet knows of a person: digests that recognise them again, and no number. */
export interface Person {
  phoneDigest: Buffer;
  phoneLast4: string;
  digest: Buffer;
  nationalLast4: string | null;
  pin: string | null;
}

export function personOf(
  keys: Keys,
  phone: string,
  secret: { nationalId: string; pin?: undefined } | { nationalId?: undefined; pin: string },
): Person {
  const { nationalId, pin = null } = secret;
  return {
    phoneDigest: keys.digest('phone', phone),
    phoneLast4: phone.slice(-4),
    digest: keys.digest('person', `${phone} ${nationalId ?? pin}`),
    nationalLast4: nationalId?.slice(-4) ?? null,
    pin,
  };
}

/**
 * How the wallet treats this phone: as it was whitelisted, else by its last four digits; null: the phone is unknown.
 * Its use keeps a whitelisted phone. A lock of its row would make its payments wait for each other, so this writes once
 * an hour.
 */
export async function behaviourOf(
  tx: PoolClient,
  { phoneDigest, phoneLast4 }: Person,
  now: Date,
): Promise<string | null> {
  const {
    rows: [row],
  } = await tx.query<Pick<PhoneRow, 'behaviour'>>(
    `
    WITH used AS (
      UPDATE phone SET used_at = $2 WHERE digest = $1 AND used_at < $2::timestamptz - interval '1 hour'
    )
    SELECT behaviour FROM phone WHERE digest = $1`,
    [phoneDigest, now],
  );
  return row?.behaviour ?? (phoneLast4 in BEHAVIOURS ? phoneLast4 : null);
}
