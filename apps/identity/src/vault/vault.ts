import type { DataSource } from 'typeorm';
import type { KeyRing } from './key-ring.ts';

/** Where keys and secrets lie, and what opens them. */
export interface Vault { source: DataSource; ring: KeyRing }

/** The same, for Nest to inject. */
export const VAULT = Symbol('vault');
