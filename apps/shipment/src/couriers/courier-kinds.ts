import type { CodeLog } from './code-book.ts';
import type { CourierKind } from './courier-kind.ts';
import { DhlKind } from './dhl/dhl-kind.ts';
import { KarrioKind } from './karrio/karrio-kind.ts';
import { SmsaKind } from './smsa/smsa-kind.ts';

/** What the settings say of the couriers at which companies connect accounts. */
export interface KindSettings {
  /** Origins of Karrio servers that may be called. Without one Karrio is not offered. */
  karrioUrls: readonly string[];
  /** Where a simulation of SMSA answers, in stage; undefined: SMSA. */
  smsaApiUrl?: string;
}

/** The couriers that this deployment offers. */
export function courierKinds({ karrioUrls, smsaApiUrl }: KindSettings, log?: CodeLog): CourierKind[] {
  return [
    new DhlKind({ log }),
    new SmsaKind({ apiUrl: smsaApiUrl, log }),
    ...(karrioUrls.length === 0 ? [] : [new KarrioKind(karrioUrls, log)]),
  ];
}
