/** The cookie of a signed-in person. Identity writes it, and the gateway reads it. */
export const SESSION_COOKIE = '__Host-qafila_session';

/**
 * The value of one cookie of a Cookie header. A name that occurs twice is refused: one of the two is not ours, and
 * which one a browser sends first is its own choice.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only] = values;
  return values.length === 1 && only !== undefined ? only.slice(name.length + 1) : undefined;
}
