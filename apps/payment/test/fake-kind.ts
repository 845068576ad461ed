import { Refusal } from '@qafila/envelopes/refusal';
import type {
  Callback,
  DisputeNotice,
  DisputeReport,
  DisputeRequest,
  Handshake,
  ReceivedCall,
} from '../src/providers/callback.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import type { ConnectionSpec, Credentials, CredentialTest, GatewayKind } from '../src/providers/gateway-kind.ts';
import { FakeProvider } from './fake-provider.ts';

/** A store's account at the fake gateway. Its calls are authenticated by a secret in a header. */
export class FakeConnection extends FakeProvider {
  /** What the gateway knows of disputes, by its id. */
  readonly disputes = new Map<string, object>();
  /** What was sent to the bank. */
  readonly evidence: string[] = [];

  constructor(readonly spec: ConnectionSpec) {
    super('fakepay');
  }

  async inquireDispute(reference: string): Promise<DisputeReport> {
    return this.#answer('inquireDispute', () => this.#dispute(reference, {}));
  }

  async acceptDispute({ reference }: DisputeRequest): Promise<DisputeReport> {
    return this.#answer('acceptDispute', () => this.#dispute(reference, { status: 'accepted' }));
  }

  async submitEvidence({ reference, text }: DisputeRequest & { text: string }): Promise<DisputeReport> {
    return this.#answer('submitEvidence', () => {
      this.evidence.push(text);
      return this.#dispute(reference, { status: 'under_review' });
    });
  }

  #dispute(reference: string, change: Partial<DisputeNotice>): DisputeReport {
    const known = { ...this.disputes.get(reference), ...change } as DisputeNotice;
    this.disputes.set(reference, known);
    return { kind: 'known', dispute: { ...known, amount: BigInt(known.amount), at: undefined } };
  }

  #answer(name: string, effect: () => DisputeReport): DisputeReport {
    this.calls.push(name);
    const fault = this.faults.get(name)?.shift();
    if (fault === 'declined') return { kind: 'refused', code: '05', message: 'Not now' };
    if (fault === 'lost-before') return { kind: 'unknown', why: 'the request was lost' };
    const report = effect();
    return fault === 'lost-after' ? { kind: 'unknown', why: 'the reply was lost' } : report;
  }

  override readCallback({ method, rawBody, headers, query }: ReceivedCall): Callback | Handshake {
    const { credentials, previous } = this.spec;
    const secrets = [credentials.webhook_secret, previous?.webhook_secret];
    if (typeof headers['x-secret'] !== 'string' || !secrets.includes(headers['x-secret']))
      throw new Refusal(401, 'signature_mismatch', 'The secret of this callback is wrong.');
    if (method === 'GET')
      return { kind: 'handshake', status: 200, contentType: 'text/plain', body: query.challenge ?? '' };
    const sent = JSON.parse(rawBody.toString()) as Callback & { dispute?: { amount: number } };
    return sent.dispute === undefined
      ? sent
      : ({ ...sent, dispute: { ...sent.dispute, amount: BigInt(sent.dispute.amount) } } as Callback);
  }
}

/** A gateway that stores connect, in memory. A key `key_<account>_<rest>` opens that account. */
export class FakeKind implements GatewayKind {
  readonly type = 'fakepay';
  readonly title = 'Fakepay';
  readonly methods = ['card'] as const;
  readonly capabilities = UNRESTRICTED;
  readonly fields = [
    { name: 'secret_key', description: 'The key.', pattern: /^key_[a-z]+_\w+$/, expects: 'a key of Fakepay' },
    {
      name: 'webhook_secret',
      description: 'The secret of calls.',
      pattern: /^hook_\w+$/,
      expects: 'a secret of Fakepay',
      isOptional: true as const,
    },
  ];
  readonly connected: FakeConnection[] = [];
  tested = 0;

  async test({ secret_key: key = '' }: Credentials): Promise<CredentialTest> {
    this.tested++;
    const account = key.split('_')[1] ?? '';
    if (account === 'down') return { kind: 'unavailable', why: 'connection refused' };
    if (account === 'wrong') return { kind: 'refused', field: 'secret_key', why: 'Fakepay says: no such key.' };
    return { kind: 'accepted', account: `acc_${account}`, accountName: 'متجر' };
  }

  connect(spec: ConnectionSpec): FakeConnection {
    const connection = new FakeConnection(spec);
    this.connected.push(connection);
    return connection;
  }

  async close(): Promise<void> {}
}
