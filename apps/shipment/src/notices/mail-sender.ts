import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { NOTICES } from '../limits.ts';
import type { Message, NoticeSender, SendResult } from './channels.ts';

interface MailOptions {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS, where the server offers it. */
  secure: boolean;
  requireTls: boolean;
  auth: { user: string; pass: string } | undefined;
  /** The address that mail comes from; its name is the store's. */
  from: string;
}

/** Sends mail over SMTP. */
export class MailSender implements NoticeSender {
  readonly #transport: ReturnType<typeof createTransport>;

  constructor(private readonly options: MailOptions) {
    const { host, port, secure, requireTls, auth } = options;
    this.#transport = createTransport({
      host,
      port,
      secure,
      requireTLS: requireTls,
      ...(auth !== undefined && { auth }),
      connectionTimeout: NOTICES.sendTimeoutMs,
      greetingTimeout: NOTICES.sendTimeoutMs,
      socketTimeout: NOTICES.sendTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(message: Message): Promise<SendResult> {
    try {
      await Promise.race([this.#transport.sendMail(this.#mailOf(message)), overdue()]);
      return { kind: 'accepted' };
    } catch (error) {
      const { responseCode, code, message: why } = error as Error & { responseCode?: number; code?: string };
      // A wrong password is the operator's mistake, which a later try finds corrected.
      if (responseCode === undefined || responseCode < 500 || code === 'EAUTH') throw new Error(why, { cause: error });
      return { kind: 'refused', why: `The mail server answered ${responseCode}.` };
    }
  }

  #mailOf({ id, to, store, sentence, trackingUrl, language }: Message): SendMailOptions {
    return {
      from: { name: store, address: this.options.from },
      // As an object it is one address, whatever it looks like.
      to: { name: '', address: to },
      subject: sentence,
      text: `${sentence}\n\n${trackingUrl}\n`,
      messageId: `<${id}@${this.options.from.split('@').at(-1) ?? 'localhost'}>`,
      headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    };
  }
}

/** A server that sends a byte now and then keeps its socket alive for ever. */
async function overdue(): Promise<never> {
  await wait(NOTICES.sendTimeoutMs, undefined, { ref: false });
  throw new Error(`The mail server gave no answer in ${NOTICES.sendTimeoutMs} ms.`);
}
