const TEXT_OID = 25;
const HEADER_BYTES = 20;

/**
 * UTF-8 texts as a text[] of PostgreSQL's binary protocol. As a literal, every quote of every JSON body would be escaped here and read
 * character by character there; so the bytes go over as they are.
 */
export function textArray(texts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + texts.reduce((sum, text) => sum + 4 + text.length, 0));
  // One dimension, no nulls, its length, counted from 1.
  [1, 0, TEXT_OID, texts.length, 1].forEach((value, index) => bytes.writeInt32BE(value, index * 4));
  let at = HEADER_BYTES;
  for (const text of texts) {
    at = bytes.writeInt32BE(text.length, at);
    at += text.copy(bytes, at);
  }
  return bytes;
}
