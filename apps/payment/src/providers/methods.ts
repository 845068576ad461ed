/** A way to pay. */
export type Method = 'card' | 'bnpl' | 'wallet';
export const METHODS: readonly Method[] = ['card', 'bnpl', 'wallet'];

/** A provider that accepts payments now, and its methods. */
export interface AvailableProvider {
  type: string;
  methods: readonly Method[];
}
