const HOPS_MAX = 20;

interface Form { action: string; method: string; fields: Record<string, string> }

/**
 * A customer's browser without script: opens pages, sends the forms that are on them with their hidden fields, and follows what leads
 * on. It stops where a page is waiting for him, or when he is sent to another origin than those he was given: the store's.
 */
export class Customer {
  url = '';
  html = '';
  headers = new Headers();
  /** The origins of the pages that were shown, in order. */
  readonly seen: string[] = [];

  constructor(private readonly origins: readonly string[]) {}

  async open(url: string): Promise<this> {
    return this.#go(url);
  }

  /** Sends the form whose address ends so, filled in as a person would. */
  async send(actionEnd: string, filled: Record<string, string> = {}): Promise<this> {
    const form = this.forms().find(({ action }) => new URL(action).pathname.endsWith(actionEnd));
    if (form === undefined) throw new Error(`there is no form for ${actionEnd} on ${this.url}: ${this.html.slice(0, 2_000)}`);
    const missing = Object.keys(filled).filter((name) => !this.html.includes(`name="${name}"`));
    if (missing.length > 0) throw new Error(`the page has no field ${missing.join(', ')}`);
    return this.#go(form.action, new URLSearchParams({ ...form.fields, ...filled }));
  }

  forms(): Form[] {
    return [...this.html.matchAll(/<form method="(\w+)" action="([^"]*)"[^>]*>([^]*?)<\/form>/g)].map(([, method = '', action = '', inside = '']) => ({
      method, action: new URL(text(action), this.url).href,
      fields: Object.fromEntries([...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [name, text(value)])),
    }));
  }

  /** The first link of the page whose address holds this. */
  link(part: string): string | null {
    const found = [...this.html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => new URL(text(href), this.url).href).find((href) => href.includes(part));
    return found ?? null;
  }

  async #go(url: string, form?: URLSearchParams): Promise<this> {
    let [next, body] = [url, form as URLSearchParams | undefined];
    for (let hop = 0; hop < HOPS_MAX; hop++) {
      this.url = next;
      this.html = '';
      if (!this.origins.includes(new URL(next).origin)) return this;
      const response = await fetch(next, {
        method: body === undefined ? 'GET' : 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(30_000),
        headers: body === undefined ? {} : { origin: new URL(next).origin, 'sec-fetch-site': 'same-origin' },
      });
      [this.html, this.headers, body] = [await response.text(), response.headers, undefined];
      const onward = response.headers.get('location') ?? this.#leadsTo();
      if (onward === null) {
        this.seen.push(new URL(next).origin);
        return this;
      }
      next = new URL(onward, next).href;
    }
    throw new Error(`${url} leads on and on`);
  }

  /** A page that sends the browser elsewhere by itself; one that only renews itself is where the customer waits. */
  #leadsTo(): string | null {
    const [, address] = /<meta http-equiv="refresh" content="\d+;\s*url=([^"]*)"/i.exec(this.html) ?? [];
    return address === undefined ? null : text(address);
  }
}

function text(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
