import { domainToASCII } from 'node:url';

/**
 * The form in which two spellings of an address are the same: without case, in one Unicode form, the domain in ASCII.
 * Undefined for a text that is no address.
 */
export function emailKey(email: string): string | undefined {
  const [, local, domain] = /^([^\s@]{1,64})@([^\s@]{1,255})$/u.exec(email.normalize('NFKC').trim()) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const ascii = domainToASCII(domain);
  return ascii.includes('.') ? `${local.toLowerCase()}@${ascii}` : undefined;
}
