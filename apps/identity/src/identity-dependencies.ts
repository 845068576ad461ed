import type { DataSource } from 'typeorm';
import type { Mode } from '@qafila/runtime/env';
import type { KeyRing } from './vault/key-ring.ts';

/** The database with the keys and secrets, the keys that open it, and the mode of this deployment. */
export interface IdentityDependencies {
  source: DataSource;
  ring: KeyRing;
  mode: Mode;
}

/** Nest injects IdentityDependencies by this symbol. */
export const IDENTITY_DEPENDENCIES = Symbol('identity dependencies');
