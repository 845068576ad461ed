/** Control characters but line ends and tabs, and those that turn the direction of text: they would deceive whoever reads the log. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** The beginning of an answer, as text that PostgreSQL and a terminal take. It has at most `bytesMax` bytes of UTF-8. */
export function excerptOf(bytes: Buffer, bytesMax: number): string {
  if (bytes.length === 0) return '';
  const text = bytes.toString('utf8', 0, bytesMax).replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\uFFFD');
  if (bytes.length <= bytesMax && Buffer.byteLength(text) <= bytesMax) return text;
  return cut(text, bytesMax);
}

/** A replacement takes more bytes than what it stands for; and a character that was cut in two is left out. */
function cut(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, bytesMax);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end).replace(/\uFFFD$/, '');
}
