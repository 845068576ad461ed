const TEXT_OID = 25;
const HEADER_BYTES = 20;

/**
 * A text[] as PostgreSQL's binary protocol has it. As a literal, every quote of every JSON body would be escaped here and read
 * character by character there; so the bytes go over as they are.
 */
export function textArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + lengths.reduce((sum, length) => sum + 4 + length, 0));
  // One dimension, no nulls, its length, counted from 1.
  [1, 0, TEXT_OID, texts.length, 1].forEach((value, index) => bytes.writeInt32BE(value, index * 4));
  let at = HEADER_BYTES;
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[index] as number, at);
    at += bytes.write(text, at);
  }
  return bytes;
}
