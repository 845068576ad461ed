import { BlockList, isIP } from 'node:net';

/** A network that is excepted from the denial, such as `127.0.0.0/8` or `::1/128`. */
export interface AddressRange {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** Outside the public internet (IANA's special-purpose registries), or a public address that is internal to a cloud. */
const DENIED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's WireServer: metadata and DNS of the host, on an address that looks like any other.
  '168.63.129.16/32',
];

/**
 * Networks get addresses only from this range. Outside it are ::/96 and ::ffff:0:0/96 and 64:ff9b::/96, which lead to
 * IPv4, 100::/64, fc00::/7 (with every cloud's metadata address), fe80::/10, fec0::/10 and ff00::/8.
 */
const GLOBAL_V6 = '2000::/3';
/**
 * Denied inside it: protocol assignments with Teredo, ORCHID and benchmarking; documentation; 6to4; 6bone;
 * documentation again.
 */
const DENIED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'];

const denied = blockList([...DENIED_V4, ...DENIED_V6].map(rangeOf));
const globalV6 = blockList([rangeOf(GLOBAL_V6)]);

/**
 * Whether a webhook may go to this address. A text with a zone, or that is not an address in its usual form, is not
 * public.
 */
export function isPublicAddress(ip: string): boolean {
  const family = familyOf(ip);
  if (family === undefined || denied.check(ip, family)) return false;
  return family === 'ipv4' || globalV6.check(ip, 'ipv6');
}

/** Judges the addresses that sockets are about to connect to; an allowed range overrides the denial. */
export function addressJudge(allowed: readonly AddressRange[]): (ip: string) => boolean {
  if (allowed.length === 0) return isPublicAddress;
  const exceptions = blockList(allowed);
  return (ip) => {
    const family = familyOf(ip);
    return family !== undefined && (exceptions.check(ip, family) || isPublicAddress(ip));
  };
}

/** A CIDR text, or one address; undefined for anything else. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = familyOf(address);
  if (family === undefined) return undefined;
  const widest = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? widest : Number(bits);
  return prefix <= widest ? { address, prefix, family } : undefined;
}

function rangeOf(text: string): AddressRange {
  return readAddressRange(text) as AddressRange;
}

/** A zone (`fe80::1%eth0`) selects a local interface: no public address needs it. */
function familyOf(ip: string): AddressRange['family'] | undefined {
  const version = isIP(ip);
  if (version === 0 || ip.includes('%')) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

function blockList(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of ranges) list.addSubnet(address, prefix, family);
  return list;
}
