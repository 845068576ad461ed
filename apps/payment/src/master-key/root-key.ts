import { createSecretKey } from 'node:crypto';
import type { MasterKeys } from '@qafila/vault/master-key';
import { openBoxWithAny, sealBox } from '@qafila/vault/sealed-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Pool } from 'pg';
import { Keys } from '../keys.ts';

/** The row of `derivation_root`. */
@Entity('derivation_root')
export class DerivationRootRow {
  @PrimaryColumn('smallint') id!: number;
  /** The first master key, sealed under the one of now. */
  @Column('bytea') box!: Buffer;
}

export const ROOT_PLACE = ['payment', 'derivation-root'] as const;

/**
 * The keys of this process. Addresses of pages, secrets of stores and keyed hashes are derived from the first master
 * key, whichever seals now: they could not be made again from what is stored. The first process that knows the key
 * before keeps it, so all processes derive from the same one.
 */
export async function openKeys(pool: Pool, masterKeys: MasterKeys): Promise<Keys> {
  const { current, previous } = masterKeys;
  if (previous !== undefined)
    await pool.query('INSERT INTO derivation_root (id, box) VALUES (1, $1) ON CONFLICT DO NOTHING', [
      sealBox(current, previous.export(), ROOT_PLACE),
    ]);
  const { rows } = await pool.query<DerivationRootRow>('SELECT * FROM derivation_root');
  const [row] = rows;
  if (row === undefined) return new Keys(masterKeys);
  return new Keys(masterKeys, createSecretKey(openBoxWithAny(masterKeys, row.box, ROOT_PLACE)));
}
