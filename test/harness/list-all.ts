import type { HttpAnswer } from '@qafila/testing/http-call';
import type { Body } from './parcels.ts';

/** Every row of a list with cursors. */
export async function listAll(
  call: (method: string, path: string) => Promise<HttpAnswer>,
  path: string,
): Promise<Body[]> {
  const items: Body[] = [];
  for (let cursor = ''; ;) {
    const { status, text, body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    items.push(...(body.data.items as Body[]));
    if (body.data.next_cursor === null) return items;
    cursor = `&cursor=${body.data.next_cursor}`;
  }
}
