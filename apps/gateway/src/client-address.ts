import type { IncomingMessage } from 'node:http';

/**
 * Who is really there: each trusted proxy appended the address it saw to x-forwarded-for, so the last entries are
 * true and the first ones are whatever the client wrote.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const seen = request.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return seen;
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
  return chain.at(-trustedProxies) ?? chain[0] ?? seen;
}

/** One subscriber of IPv6 has a whole /64: its 2^64 addresses are one client. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...(address.includes('::') ? zeros : []), ...right].slice(0, 4).join(':');
}
