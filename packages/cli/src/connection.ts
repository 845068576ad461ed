import { Qafila } from '@qafila/sdk';
import type { Profile } from './profiles.ts';

/** About 12 s in all: a platform that restarts is back by then. */
const RETRY = { retriesMax: 4, pauseMs: 800 };

/** The client of one profile. */
export function connect({ baseUrl, apiKey, accountId, hmacSecret, ...account }: Profile): Qafila {
  const { clientId, clientSecret, companyCode } = account;
  const hasAccount = clientId !== undefined && clientSecret !== undefined && companyCode !== undefined;
  const serviceAccount = hasAccount ? { clientId, clientSecret, companyCode } : undefined;
  return new Qafila({ baseUrl, apiKey, accountId, hmacSecret, serviceAccount, retry: RETRY });
}
