const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;

/** `TABLES[256 × n + byte]`: what a byte that n bytes follow adds to the checksum. */
const TABLES = new Int32Array(256 * SLICES);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  TABLES[byte] = crc;
}
for (let at = 256; at < TABLES.length; at++) {
  const before = TABLES[at - 256] as number;
  TABLES[at] = (before >>> 8) ^ (TABLES[before & 0xff] as number);
}

/** The checksum of Kafka's record batches (CRC-32C), eight bytes in each step. */
export function crc32c(bytes: Buffer, from: number, to: number): number {
  let crc = -1;
  let at = from;
  for (; at + SLICES <= to; at += SLICES) {
    const low = crc ^ bytes.readInt32LE(at);
    const high = bytes.readInt32LE(at + 4);
    crc =
      look(7, low) ^
      look(6, low >>> 8) ^
      look(5, low >>> 16) ^
      look(4, low >>> 24) ^
      look(3, high) ^
      look(2, high >>> 8) ^
      look(1, high >>> 16) ^
      look(0, high >>> 24);
  }
  for (; at < to; at++) crc = look(0, crc ^ (bytes[at] as number)) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function look(slice: number, byte: number): number {
  return TABLES[(slice << 8) | (byte & 0xff)] as number;
}
