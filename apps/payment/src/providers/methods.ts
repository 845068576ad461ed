import type { Capabilities } from './capabilities.ts';

/** A way to pay. */
export type Method = 'card' | 'bnpl' | 'wallet';
export const METHODS: readonly Method[] = ['card', 'bnpl', 'wallet'];

/** A provider that accepts payments now, its methods, and which payments it takes. */
export interface AvailableProvider {
  type: string;
  methods: readonly Method[];
  capabilities?: Capabilities;
}
