const TEXT_OID = 25;
const HEADER_BYTES = 20;

/**
 * UTF-8 texts as a text[] of PostgreSQL's binary protocol, with their bytes unchanged. In a literal, this process
 * would escape every quote of every JSON body, and PostgreSQL would read each character.
 */
export function textArray(texts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + texts.reduce((sum, text) => sum + 4 + text.length, 0));
  // One dimension, no nulls, the element type, the length, the lower bound.
  [1, 0, TEXT_OID, texts.length, 1].forEach((value, index) => bytes.writeInt32BE(value, index * 4));
  let at = HEADER_BYTES;
  for (const text of texts) {
    at = bytes.writeInt32BE(text.length, at);
    at += text.copy(bytes, at);
  }
  return bytes;
}
