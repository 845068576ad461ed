/**
 * Control characters except line ends and tabs, and those that change the direction of text and could deceive a reader
 * of the log.
 */
const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/**
 * The beginning of an answer, as text that is safe for PostgreSQL and a terminal: at most `bytesMax` bytes of UTF-8.
 */
export function excerptOf(bytes: Buffer, bytesMax: number): string {
  if (bytes.length === 0) return '';
  const text = bytes.toString('utf8', 0, bytesMax).replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\uFFFD');
  if (bytes.length <= bytesMax && Buffer.byteLength(text) <= bytesMax) return text;
  return cut(text, bytesMax);
}

/** A replacement can be longer than the original. A character that would be cut in two is left out. */
function cut(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, bytesMax);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end).replace(/\uFFFD$/, '');
}
