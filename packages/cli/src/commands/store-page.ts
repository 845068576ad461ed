/** The page to which a customer returns. A real store reads the payment by its id; the address alone proves nothing. */
export function storePage(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const id = /^pi_\w+$/.exec(searchParams.get('payment_intent_id') ?? '')?.[0];
  const title = /fail/.test(pathname) ? 'Not paid' : 'Thank you';
  const text = id ?? 'This is the store of qafila listen.';
  return `<!doctype html><html lang="en"><title>Store</title><h1>${title}</h1><p>${text}</p></html>`;
}
