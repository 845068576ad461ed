import { SMTPServer } from 'smtp-server';
import { serve } from '../couriers/fake-server.mjs';

/** A mail server, and a gateway of text messages, on the two ports given. */
const [httpPort, smtpPort] = process.argv.slice(2).map(Number);
const mails = [];
const messages = [];
let behaviour = { smtp: 250, http: 202 };

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_address, _session, done) {
    if (behaviour.smtp === 250) return done();
    done(Object.assign(new Error('not now'), { responseCode: behaviour.smtp }));
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ from: session.envelope.mailFrom.address, to, raw: Buffer.concat(chunks).toString() });
      done();
    });
  },
}).listen(smtpPort, '127.0.0.1');

serve({
  port: httpPort,
  authorize: () => null,
  routes: [
    [
      'POST',
      /^\/(sms|whatsapp)$/,
      ({ headers, text }) => {
        if (behaviour.http === 'lost') {
          messages.push({ headers, text });
          return null;
        }
        messages.push({ headers, text });
        return [behaviour.http, {}];
      },
    ],
  ],
  control: {
    behave: (wanted) => void (behaviour = { ...behaviour, ...wanted }),
    received: () => ({ mails, messages }),
  },
});
