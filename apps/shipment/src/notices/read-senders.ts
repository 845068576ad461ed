import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { readWebhookSecret } from '@qafila/signing/webhook-signature';
import type { NoticeSenders } from './channels.ts';
import { HookSender } from './hook-sender.ts';
import { MailSender } from './mail-sender.ts';

/** Reads which channels the deployment has. Call the returned function once all settings are read. */
export function readSenders(settings: Settings, mode: string): () => NoticeSenders {
  const smtpUrl = settings.optional('NOTICE_SMTP_URL');
  const from = settings.optional('NOTICE_MAIL_FROM');
  const smsUrl = settings.optional('NOTICE_SMS_URL');
  const whatsappUrl = settings.optional('NOTICE_WHATSAPP_URL');
  const secret = settings.optional('NOTICE_HOOK_SECRET');
  return () => ({
    ...(smtpUrl !== undefined && { mail: mailSender(smtpUrl, from, mode) }),
    ...(smsUrl !== undefined && { sms: hookSender('NOTICE_SMS_URL', smsUrl, { secret, mode }) }),
    ...(whatsappUrl !== undefined && { whatsapp: hookSender('NOTICE_WHATSAPP_URL', whatsappUrl, { secret, mode }) }),
  });
}

function mailSender(text: string, from: string | undefined, mode: string): MailSender {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new BadSetting('NOTICE_SMTP_URL must be an address such as smtps://user:password@mail.example:465');
  if (from === undefined || !/^[^\s@<>,]+@[^\s@<>,]+$/.test(from))
    throw new BadSetting('NOTICE_MAIL_FROM must be an e-mail address where NOTICE_SMTP_URL is set');
  const secure = url.protocol === 'smtps:';
  const usualPort = secure ? 465 : 587;
  return new MailSender({
    host: url.hostname,
    port: url.port === '' ? usualPort : Number(url.port),
    secure,
    requireTls: mode === 'live' && !secure,
    auth:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    from,
  });
}

function hookSender(name: string, url: string, given: { secret: string | undefined; mode: string }): HookSender {
  const { secret, mode } = given;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new BadSetting(`${name} must be an http or https address`);
  if (mode === 'live' && new URL(url).protocol !== 'https:')
    throw new BadSetting(`${name} must begin with https:// where MODE is live`);
  try {
    readWebhookSecret(secret ?? '');
  } catch {
    throw new BadSetting(`NOTICE_HOOK_SECRET must be whsec_ and base64 where ${name} is set`);
  }
  return new HookSender({ url, secret: secret as string });
}
