import type { DataSource } from 'typeorm';
import type { KeyRing } from './vault/key-ring.ts';

/** The database with the keys and secrets, and the keys that open it. */
export interface IdentityDependencies {
  source: DataSource;
  ring: KeyRing;
}

/** Nest injects IdentityDependencies by this symbol. */
export const IDENTITY_DEPENDENCIES = Symbol('identity dependencies');
