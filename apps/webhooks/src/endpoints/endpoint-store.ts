import type { KeyObject } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EgressRules } from '../egress/egress-rules.ts';

/** The endpoints' database, the key of their secrets, and the rules for URLs. */
export interface EndpointStore {
  source: DataSource;
  masterKey: KeyObject;
  rules: EgressRules;
  concurrencyDefault: number;
}

/** The Nest token of the store. */
export const ENDPOINT_STORE = Symbol('endpoint store');
