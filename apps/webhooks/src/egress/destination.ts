/** The other end of a connection. */
export interface Destination {
  secure: boolean;
  /** A name without trailing dot, or a literal address without brackets. */
  host: string;
  port: number;
}

/** An endpoint's URL as its requests need it. */
export interface Target {
  origin: string;
  /** With the query. */
  path: string;
  destination: Destination;
}

export function targetOf(text: string): Target {
  const url = new URL(text);
  return { origin: url.origin, path: url.pathname + url.search, destination: destinationOf(url) };
}

export function destinationOf(url: URL): Destination {
  const secure = url.protocol === 'https:';
  const defaultPort = secure ? 443 : 80;
  return { secure, host: hostOf(url), port: url.port === '' ? defaultPort : Number(url.port) };
}

/** The WHATWG parser has already normalized the many forms of an address (0x7f.1, 2130706433, ⑫⑦.⓪.⓪.①). */
export function hostOf(url: URL): string {
  const { hostname } = url;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}
