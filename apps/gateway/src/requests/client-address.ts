import type { IncomingMessage } from 'node:http';

/**
 * The client's true address. Each trusted proxy appends the address it sees to x-forwarded-for, so the last entries are
 * true, and the client may have invented the first ones.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const seen = request.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return seen;
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return chain.at(-trustedProxies) ?? chain[0] ?? seen;
}

/** An IPv6 subscriber has a whole /64, so its 2^64 addresses count as one client. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...(address.includes('::') ? zeros : []), ...right].slice(0, 4).join(':');
}
