import { BadSetting } from '@qafila/runtime/env';
import type { Mode, Settings } from '@qafila/runtime/env';
import { readAddressRange } from './address-rules.ts';
import type { AddressRange } from './address-rules.ts';

/** Where webhooks may go, and through which proxy. */
export interface EgressRules {
  httpsOnly: boolean;
  /** For development: private networks that may be reached. */
  allowed: readonly AddressRange[];
  /** `http://` or `https://`, with credentials where the proxy wants them. */
  proxyUrl?: string;
}

export function readEgressRules(settings: Settings, mode: Mode): EgressRules {
  return {
    httpsOnly: mode === 'live',
    allowed: readAllowed(settings.optional('WEBHOOK_ALLOWED_ADDRESSES'), mode),
    proxyUrl: readProxy(settings),
  };
}

function readAllowed(text: string | undefined, mode: Mode): AddressRange[] {
  if (text === undefined) return [];
  if (mode === 'live')
    throw new BadSetting(
      'WEBHOOK_ALLOWED_ADDRESSES must not be set in MODE=live: it would let merchants reach the inside of your network',
    );
  return text.split(',').map((part) => {
    const range = readAddressRange(part.trim());
    if (range !== undefined) return range;
    throw new BadSetting(
      `WEBHOOK_ALLOWED_ADDRESSES must be networks such as 127.0.0.0/8,::1/128, not ${JSON.stringify(part.trim())}`,
    );
  });
}

/** Errors do not show the value: it may contain a password. */
function readProxy(settings: Settings): string | undefined {
  const text = settings.optional('WEBHOOK_EGRESS_PROXY');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
    return url.href;
  throw new BadSetting(
    'WEBHOOK_EGRESS_PROXY must be the URL of a CONNECT proxy, http://host:port or https://user:password@host:port',
  );
}
