const encoder = new TextEncoder();

/** `x-signature`: lower-case hex HMAC-SHA256 of the body exactly as sent, of the empty text if there is none. */
export async function signBody(body: string | Uint8Array, hmacSecret: string): Promise<string> {
  return hex(await hmacSha256(encoder.encode(hmacSecret), bytesOf(body)));
}

export async function hmacSha256(key: Uint8Array, content: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', copy(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, copy(content)));
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encoder.encode(body) : body;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** WebCrypto takes only bytes of their own buffer. */
export function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** In a time that does not depend on where the texts differ. */
export function isEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
