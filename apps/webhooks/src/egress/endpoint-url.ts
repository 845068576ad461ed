import { isIP } from 'node:net';
import { invalid } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { addressJudge } from './address-rules.ts';
import type { EgressRules } from './egress-rules.ts';
import { hostOf } from './destination.ts';

const URL_CHARACTERS_MAX = 2_048;
/** Names that some networks answer from their inside; no public registry has them. */
const INSIDE = new Set(['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'onion']);

/**
 * Judges what a URL says by itself. Names are not resolved here: what they resolve to may change with every question, so it is judged
 * when a socket connects.
 */
export function checkEndpointUrl(text: string, rules: EgressRules): URL {
  if (text.length > URL_CHARACTERS_MAX) throw refused(`has more than ${URL_CHARACTERS_MAX} characters; use a shorter one`);
  if (/[\s\p{Cc}]/u.test(text)) throw refused('has spaces or control characters; remove or percent-encode them');
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw refused('must be an absolute URL such as https://hooks.example.com/path');
  const url = new URL(text);
  if (url.href.length > URL_CHARACTERS_MAX) throw refused(`has more than ${URL_CHARACTERS_MAX} characters when encoded; use a shorter one`);
  if (rules.httpsOnly && url.protocol !== 'https:') throw refused('must begin with https:// in live; plain http is for stage');
  if (url.username !== '' || url.password !== '') throw refused('must not contain credentials; verify the signature, or set custom headers');
  if (text.includes('#')) throw refused('must not have a fragment, which is never sent; remove everything from # on');
  if (url.port === '0') throw refused('must not have port 0; name the port on which your server listens');
  checkHost(hostOf(url), rules);
  return url;
}

function checkHost(host: string, rules: EgressRules): void {
  const mayConnect = addressJudge(rules.allowed);
  if (isIP(host) !== 0) {
    if (!mayConnect(host)) throw refused('must not name a private, local or reserved address; use one that is reachable from the internet');
    return;
  }
  const labels = host.split('.');
  const isInside = labels.length === 1 || INSIDE.has(labels.at(-1) as string) || host.endsWith('.home.arpa');
  if (isInside && !mayConnect('127.0.0.1') && !mayConnect('::1')) {
    throw refused(`must name a host of the internet; ${JSON.stringify(host)} is a name inside a network`);
  }
}

function refused(rule: string): Refusal {
  return invalid('url', `url ${rule}.`);
}
