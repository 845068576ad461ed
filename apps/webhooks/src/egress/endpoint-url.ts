import { isIP } from 'node:net';
import { invalid } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { addressJudge } from './address-rules.ts';
import type { EgressRules } from './egress-rules.ts';
import { hostOf } from './destination.ts';

/** Names that some networks resolve internally; no public registry has them. */
const INTERNAL_NAMES = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'onion',
]);

/**
 * Checks the URL itself. Names are not resolved here: their addresses may change with every lookup, so they are
 * checked when a socket connects.
 */
export function checkEndpointUrl(text: string, rules: EgressRules): URL {
  const broken = brokenUrlRule(text);
  if (broken !== undefined) throw refused(broken);
  const url = new URL(text);
  if (rules.httpsOnly && url.protocol !== 'https:')
    throw refused('must begin with https:// in live; plain http is for stage');
  checkHost(hostOf(url), rules);
  return url;
}

/** The rule that the text breaks in every deployment, if it breaks one. */
export function brokenUrlRule(text: string): string | undefined {
  if (text.length > LIMITS.urlCharactersMax)
    return `has more than ${LIMITS.urlCharactersMax} characters; use a shorter one`;
  if (/[\s\p{Cc}]/u.test(text)) return 'has spaces or control characters; remove or percent-encode them';
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return 'must be an absolute URL such as https://hooks.example.com/path';
  const url = new URL(text);
  if (url.href.length > LIMITS.urlCharactersMax)
    return `has more than ${LIMITS.urlCharactersMax} characters when encoded; use a shorter one`;
  if (url.username !== '' || url.password !== '')
    return 'must not contain credentials; verify the signature, or set custom headers';
  if (text.includes('#')) return 'must not have a fragment, which is never sent; remove everything from # on';
  if (url.port === '0') return 'must not have port 0; name the port on which your server listens';
  return undefined;
}

function checkHost(host: string, rules: EgressRules): void {
  const mayConnect = addressJudge(rules.allowed);
  if (isIP(host) !== 0) {
    if (!mayConnect(host))
      throw refused('must not name a private, local or reserved address; use one that is reachable from the internet');
    return;
  }
  const labels = host.split('.');
  const isInternal = labels.length === 1 || INTERNAL_NAMES.has(labels.at(-1) as string) || host.endsWith('.home.arpa');
  if (isInternal && !mayConnect('127.0.0.1') && !mayConnect('::1')) {
    throw refused(`must name a host of the internet; ${JSON.stringify(host)} is a name inside a network`);
  }
}

function refused(rule: string): Refusal {
  return invalid('url', `url ${rule}.`);
}
