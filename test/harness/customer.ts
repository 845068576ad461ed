const HOPS_MAX = 20;

interface Form {
  action: string;
  method: string;
  fields: Record<string, string>;
}

/**
 * A customer's browser without scripts. It opens pages, sends their forms with the hidden fields and follows redirects.
 * It stops at a page that waits for the customer, and at an origin that is not one of the given ones, such as the
 * store's.
 */
export class Customer {
  url = '';
  html = '';
  headers = new Headers();
  /** The origins of the shown pages, in order. */
  readonly shownOrigins: string[] = [];

  constructor(private readonly origins: readonly string[]) {}

  async open(url: string): Promise<this> {
    return this.#follow(url);
  }

  /** Fills in and sends the form whose address ends with `actionEnd`. */
  async send(actionEnd: string, filled: Record<string, string> = {}): Promise<this> {
    const form = this.forms().find(({ action }) => new URL(action).pathname.endsWith(actionEnd));
    if (form === undefined) throw new Error(`no form for ${actionEnd} on ${this.url}: ${this.html.slice(0, 2_000)}`);
    const missing = Object.keys(filled).filter((name) => !this.html.includes(`name="${name}"`));
    if (missing.length > 0) throw new Error(`the page has no field ${missing.join(', ')}`);
    return this.#follow(form.action, new URLSearchParams({ ...form.fields, ...filled }));
  }

  forms(): Form[] {
    return [...this.html.matchAll(/<form method="(\w+)" action="([^"]*)"[^>]*>([^]*?)<\/form>/g)].map(
      ([, method = '', action = '', inside = '']) => ({
        method,
        action: new URL(text(action), this.url).href,
        fields: Object.fromEntries(
          [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
            ([, name = '', value = '']) => [name, text(value)],
          ),
        ),
      }),
    );
  }

  /** The first link of the page whose address contains this part. */
  link(part: string): string | null {
    const found = [...this.html.matchAll(/<a [^>]*href="([^"]*)"/g)]
      .map(([, href = '']) => new URL(text(href), this.url).href)
      .find((href) => href.includes(part));
    return found ?? null;
  }

  async #follow(url: string, form?: URLSearchParams): Promise<this> {
    let [next, body] = [url, form as URLSearchParams | undefined];
    for (let hop = 0; hop < HOPS_MAX; hop++) {
      this.url = next;
      this.html = '';
      if (!this.origins.includes(new URL(next).origin)) return this;
      const response = await fetch(next, {
        method: body === undefined ? 'GET' : 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        headers: body === undefined ? {} : { origin: new URL(next).origin, 'sec-fetch-site': 'same-origin' },
      });
      [this.html, this.headers, body] = [await response.text(), response.headers, undefined];
      const target = response.headers.get('location') ?? this.#refreshTarget();
      if (target === null) {
        this.shownOrigins.push(new URL(next).origin);
        return this;
      }
      next = new URL(target, next).href;
    }
    throw new Error(`${url} has more than ${HOPS_MAX} redirects`);
  }

  /**
   * The address to which the page sends the browser by itself. A page that only reloads itself waits for the customer.
   */
  #refreshTarget(): string | null {
    const [, address] = /<meta http-equiv="refresh" content="\d+;\s*url=([^"]*)"/i.exec(this.html) ?? [];
    return address === undefined ? null : text(address);
  }
}

function text(escaped: string): string {
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
