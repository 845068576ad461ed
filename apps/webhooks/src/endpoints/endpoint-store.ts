import type { KeyObject } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EgressRules } from '../egress/egress-rules.ts';

/** Where endpoints lie, what opens their secrets, and what a URL may be. */
export interface EndpointStore { source: DataSource; masterKey: KeyObject; rules: EgressRules; concurrencyDefault: number }

/** The same, for Nest to inject. */
export const ENDPOINT_STORE = Symbol('endpoint store');
