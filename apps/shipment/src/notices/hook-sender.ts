import { webhookSigner } from '@qafila/signing/webhook-signature';
import type { WebhookSigner } from '@qafila/signing/webhook-signature';
import { NOTICES } from '../limits.ts';
import type { Message, NoticeSender, SendResult } from './channels.ts';

/** Statuses of 4xx that say "later", not "no". */
const LATER = new Set([408, 425, 429]);

/**
 * Posts messages to an address that the operator has set, signed as Standard Webhooks: a gateway of SMS or WhatsApp
 * stands behind it. A provider recognises a repeat by `webhook-id`.
 */
export class HookSender implements NoticeSender {
  readonly #signer: WebhookSigner;

  constructor(private readonly options: { url: string; secret: string }) {
    this.#signer = webhookSigner({ secrets: [options.secret] });
  }

  async send(message: Message): Promise<SendResult> {
    const { sentence, trackingUrl, store, ...rest } = message;
    const body = JSON.stringify({ ...rest, store, text: `${sentence} ${trackingUrl}` });
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const signed = this.#signer.sign({
      id: message.id,
      timestampSeconds,
      sequence: 0,
      eventType: 'shipment.notice',
      body,
    });
    const answer = await fetch(this.options.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestampSeconds),
        'webhook-signature': signed['webhook-signature'],
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(NOTICES.sendTimeoutMs),
    });
    // Its body is not read: the status alone counts.
    await answer.body?.cancel();
    const { status } = answer;
    if (status >= 200 && status < 300) return { kind: 'accepted' };
    if (status >= 400 && status < 500 && !LATER.has(status))
      return { kind: 'refused', why: `The provider answered ${status}.` };
    throw new Error(`The provider answered ${status}.`);
  }
}
