import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

const READS = new Set(['GET', 'HEAD']);

/**
 * A browser names the page that sends a write, and no page can change that name: other sites are refused, and so is a
 * client that names no page.
 */
export function refuseOtherOrigins(request: IncomingMessage, trustedProxies: number): void {
  if (READS.has(request.method ?? '')) return;
  const { origin } = request.headers;
  const { host, isSecure } = addressOf(request, trustedProxies);
  const page = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  if (page?.host === host && (page.protocol === 'https:' || (page.protocol === 'http:' && !isSecure))) return;
  throw refused('This request does not come from a page of this portal.');
}

/** A page of our own also proves by its token that it shows the session's present account and store. */
export function refuseForgery(request: IncomingMessage, csrfToken: string): void {
  if (READS.has(request.method ?? '')) return;
  const sent = request.headers['x-csrf-token'];
  if (typeof sent === 'string' && isSame(sent, csrfToken)) return;
  throw refused(
    sent === undefined
      ? 'Send the header x-csrf-token, as the session shows it.'
      : 'This page shows another store than the one in which you work now. Load it again.',
  );
}

function isSame(sent: string, expected: string): boolean {
  if (sent.length > LIMITS.csrfTokenCharactersMax) return false;
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Where the browser believes to be: the last proxies know, and without proxies the request says it. */
function addressOf({ headers }: IncomingMessage, trustedProxies: number): { host: string; isSecure: boolean } {
  const own = (headers.host ?? '').toLowerCase();
  if (trustedProxies === 0) return { host: own, isSecure: false };
  const last = (name: string): string | undefined => {
    const values = String(headers[name] ?? '').split(',');
    return (values.at(-trustedProxies) ?? values[0])?.trim().toLowerCase();
  };
  return { host: last('x-forwarded-host') || own, isSecure: last('x-forwarded-proto') === 'https' };
}

function refused(message: string): Refusal {
  return new Refusal(403, 'csrf_refused', message);
}
