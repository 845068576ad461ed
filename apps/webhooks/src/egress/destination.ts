/** The other end of a connection. */
export interface Destination {
  secure: boolean;
  /** A name without trailing dot, or a literal address without brackets. */
  host: string;
  port: number;
}

export function destinationOf(url: URL): Destination {
  const secure = url.protocol === 'https:';
  return { secure, host: hostOf(url), port: url.port === '' ? (secure ? 443 : 80) : Number(url.port) };
}

/** The WHATWG parser has already made one form of the many that an address has (0x7f.1, 2130706433, ⑫⑦.⓪.⓪.①). */
export function hostOf(url: URL): string {
  const { hostname } = url;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}
