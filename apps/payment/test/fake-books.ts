import type { ConnectionSpec } from '../src/providers/gateway-kind.ts';
import type { ProviderSettlementLine, SettlementPage, SettlementPeriod } from '../src/providers/settlement-line.ts';
import { FakeConnection, FakeKind } from './fake-kind.ts';

const LINES_PER_PAGE = 2;

/** A connection whose books can be read, two lines at a time. */
export class BooksConnection extends FakeConnection {
  /** What the gateway has booked. */
  readonly lines: ProviderSettlementLine[] = [];
  /** The cursors of all requests. */
  readonly asked: (string | null)[] = [];
  /** What the next requests fail with. */
  readonly errors: Error[] = [];
  /** Called before a page is answered. */
  beforeAnswer: () => Promise<void> = async () => {};

  async settlementPage({ fromMs, toMs }: SettlementPeriod, cursor: string | null): Promise<SettlementPage> {
    this.asked.push(cursor);
    await this.beforeAnswer();
    const error = this.errors.shift();
    if (error !== undefined) throw error;
    const booked = this.lines.filter(({ at }) => at.getTime() >= fromMs && at.getTime() < toMs);
    const begin = Number(cursor ?? 0);
    const end = begin + LINES_PER_PAGE;
    return { lines: booked.slice(begin, end), next: end < booked.length ? String(end) : null };
  }
}

export class BooksKind extends FakeKind {
  readonly hasBooks = true;

  override connect(spec: ConnectionSpec): BooksConnection {
    const connection = new BooksConnection(spec);
    this.connected.push(connection);
    return connection;
  }
}
