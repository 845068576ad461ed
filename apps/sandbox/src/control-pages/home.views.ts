import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { COMPANIES } from '../companies.ts';
import { isOpen } from '../entities/payment.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import type { FaultRow } from '../faults/fault.entity.ts';
import { disputeCell } from './dispute.views.ts';
import { EFFECTS, OPERATIONS } from '../faults/fault.ts';
import { COURIER_LEVERS, RECIPIENT_PHONES } from '../levers/courier-levers.ts';
import { EXPIRED_CODE, RIGHT_CODE, RIGHT_PIN, spacedCardNumber, TEST_CARDS } from '../levers/test-cards.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';
import { formatAmount } from '../pages/format-amount.ts';
import { page } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { pagePath } from '../payments/page-address.ts';
import type { Sandbox } from '../sandbox.ts';

interface Home {
  faults: FaultRow[];
  payments: PaymentRow[];
  /** Of these payments. */
  disputes: DisputeRow[];
  isOpen: boolean;
  message: string | null;
}
type Lever = readonly [value: string, description: string];

const AMOUNTS: readonly Lever[] = [
  ['02', 'Refunds of this amount are pending for 3 s'],
  ['05', 'Declined (hard)'],
  ['51', 'Declined: insufficient funds'],
  ['54', 'Declined: expired'],
  ['61', 'Declined: limit'],
  ['68', 'Ghost success: done, but no answer and no callback'],
  ['91', 'cardgateway-a and the wallet are down, cardgateway-b works'],
  ['96', 'All are down'],
];
const IDENTITIES: readonly Lever[] = [
  ['4210112345671', 'Accepted, like every number without one of the endings below'],
  ['4210112340000', 'Not whitelisted (002)'],
  ['4210112349999', 'Merchant limit (105)'],
];
const CODES: readonly Lever[] = [
  [RIGHT_CODE, 'One-time code and 3-D Secure code: right'],
  [EXPIRED_CODE, 'One-time code: expired (116)'],
  ['654321', 'Wrong (024); three times: 060'],
  [RIGHT_PIN, 'PIN: right'],
  ['9999', 'PIN: wrong (024)'],
];

const CONTROL_KEY_HINT = html`<p>
  Faults are switched with the control key, through <code>/control/faults</code>.
</p>`;

/** Every lever. One press copies a value or switches on a fault. */
export function homePage(sandbox: Sandbox, { faults, payments, disputes, isOpen: isControlOpen, message }: Home): Page {
  return page({
    title: 'Sandbox: all levers',
    brand: 'Qafila sandbox',
    wide: true,
    content: html` <p class="test">
        <strong>Stage only.</strong> A simulated wallet provider, two simulated card gateways and two simulated
        couriers. No money and no parcel moves. Never type a real card, identity or PIN.
      </p>
      ${message !== null && html`<p class="test" role="status">${message}</p>`}
      <h2 id="phones">Wallet phones</h2>
      ${table(
        'Phones',
        ['Phone', 'What happens'],
        Object.entries(BEHAVIOURS).map(([end, description]) => [`030012${end}`.padStart(10, '0'), description]),
      )}
      <p>
        Only the last four digits count. Any other phone is not whitelisted (002), unless
        <code>POST /control/phones</code> has whitelisted it.
      </p>
      <h2 id="identities">National identity numbers</h2>
      ${table('Identities', ['Number', 'What happens'], IDENTITIES)}
      <h2 id="codes">Codes and PINs</h2>
      ${table('Codes', ['Type', 'What happens'], CODES)}
      <h2 id="cards">Cards</h2>
      ${table(
        'Cards',
        ['Number', 'What happens'],
        TEST_CARDS.map(({ number, description }) => [spacedCardNumber(number), description]),
      )}
      <p>
        Any future expiry and any 3 digits work. Every other number is refused and stored nowhere. On the card page, one
        press fills in a card.
      </p>
      <h2 id="amounts">Amounts</h2>
      ${table(
        'Amounts',
        ['An amount such as', 'What happens'],
        AMOUNTS.map(([digits, description]) => [`100.${digits}`, description]),
      )}
      <p>The last two digits in minor units count: 100.05 SAR, 1005 JPY, 10.005 KWD.</p>
      <h2 id="couriers">Couriers</h2>
      ${couriers(sandbox)}
      <h2 id="faults">Faults</h2>
      ${isControlOpen ? faultForms(faults) : CONTROL_KEY_HINT}
      ${isControlOpen && latestPayments(sandbox, payments, disputes)}`,
  });
}

function couriers({ courierHourMs }: Sandbox): Html {
  return html`<p>
      Words in the merchant's <code>referenceNumber</code>, as in <code>ORDER-7-FAIL1-DUP</code>, select what a parcel
      of <code>sandbox-express</code> or <code>sandbox-economy</code> does. A couriers' hour lasts ${courierHourMs} ms,
      and a delivery 36 hours (economy: 40 until it is known). <a href="/parcels">Latest parcels</a> shows each parcel
      and moves it by hand.
    </p>
    <dl class="levers">
      ${Object.entries(COURIER_LEVERS).map(
        ([lever, description]) => html`<dt><code>-${lever}</code></dt><dd>${description}</dd>`,
      )}
    </dl>
    <p>
      The last digits of the recipient's phone set a lever too:
      ${Object.entries(RECIPIENT_PHONES)
        .map(([end, lever]) => `${end} ${lever}`)
        .join(' · ')}.
    </p>`;
}

function table(label: string, heads: readonly string[], rows: readonly Lever[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${heads.join(' · ')}</th>
          <th scope="col">Copy</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([value, description]) =>
            html` <tr>
              <td>
                <div class="lever">
                  <input readonly aria-label="${description}" value="${value}" /><span>${description}</span>
                </div>
              </td>
              <td>
                <button type="button" data-copy="${value.replaceAll(' ', '')}" aria-label="Copy ${value}">Copy</button>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const COMMON_FAULTS: readonly (readonly [fields: Record<string, string>, description: string])[] = [
  [{ effect: 'ghost' }, 'Ghost success on the next call: done, but no answer and no callback'],
  [{ effect: 'lost', ms: '60000' }, 'The next call is done, but its answer never comes'],
  [{ effect: 'slow', ms: '5000' }, 'The next answer takes 5 s'],
  [{ effect: 'bad_gateway' }, 'The next call is done, but answered 502'],
  [{ effect: 'crash_before' }, 'The next call crashes before anything is done'],
  [{ effect: 'down', provider: 'cardgateway-a', times: '0', lasts_ms: '60000' }, 'cardgateway-a is down for a minute'],
  [{ effect: 'down', times: '0', lasts_ms: '60000' }, 'All are down for a minute'],
  [{ effect: 'decline', code: '51' }, 'The next payment is declined: insufficient funds'],
  [{ effect: 'pending', ms: '10000', operation: 'refund' }, 'The next refund is pending for 10 s'],
  [{ effect: 'callback_duplicate' }, 'The next callback comes twice'],
  [{ effect: 'callback_reorder', ms: '10000' }, 'The next callback is overtaken by a later one'],
  [{ effect: 'callback_delay', ms: '10000' }, 'The next callback comes 10 s late'],
  [{ effect: 'callback_lost' }, 'The next callback is not sent'],
  [{ effect: 'callback_bad_signature' }, 'The next callback is signed with a wrong key'],
];

function hiddenInput([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function faultForms(faults: FaultRow[]): Html {
  return html`<p>
      One press switches on a fault for the next call, which uses it up. A fault with a duration ends by time instead.
    </p>
    <ul class="fill">
      ${COMMON_FAULTS.map(
        ([fields, description]) =>
          html`<li>
            <form method="post" action="/control/form/faults">
              ${Object.entries(fields).map(hiddenInput)}<button>${description}</button>
            </form>
          </li>`,
      )}
    </ul>
    <details>
      <summary>A fault for one reference</summary>
      <form method="post" action="/control/form/faults">
        ${select('effect', 'What goes wrong', EFFECTS, false)}
        ${select('provider', 'Provider', COMPANIES, true)}
        ${select('operation', 'Operation', OPERATIONS, true)}
        ${textInput('reference', "Reference (yours, the order's or the provider's)", 128)}
        ${textInput('code', 'Code, for decline and pending', 3)}
        ${numberInput('ms', 'Milliseconds')}
        ${numberInput('times', 'How often (0: until it ends)')}
        ${numberInput('lasts_ms', 'Ends after milliseconds')}
        <button>Switch on</button>
      </form>
    </details>
    <h2>Switched on now</h2>
    ${
      faults.length === 0
        ? html`<p>None.</p>`
        : html`<ul>
              ${faults.map((fault) => html`<li>${describe(fault)}</li>`)}
            </ul>
            <form method="post" action="/control/form/faults/clear">
              <button class="quiet">Switch all off</button>
            </form>`
    }`;
}

function describe({
  effect,
  provider,
  operation,
  reference,
  ms,
  code,
  times_left: left,
  used,
  ends_at: ends,
}: FaultRow): string {
  const scope = [provider ?? 'any provider', operation ?? 'any operation', reference]
    .filter((part) => part !== null)
    .join(', ');
  const more = [
    ms !== null && `${ms} ms`,
    code !== null && `code ${code}`,
    left !== null && `${left} left`,
    used > 0 && `used ${used}`,
    ends !== null && `until ${ends.toISOString()}`,
  ];
  return `${effect} (${scope})${more
    .filter(Boolean)
    .map((part) => `, ${String(part)}`)
    .join('')}`;
}

function select(name: string, label: string, choices: readonly string[], any: boolean): Html {
  return html`<label for="f-${name}">${label}</label
    ><select id="f-${name}" name="${name}">
      ${any && html`<option value="">any</option>`}${choices.map((choice) => html`<option>${choice}</option>`)}
    </select>`;
}

function textInput(name: string, label: string, maxLength: number): Html {
  return input(name, label, html`maxlength="${maxLength}"`);
}

function numberInput(name: string, label: string): Html {
  return input(name, label, html`inputmode="numeric" maxlength="9"`);
}

function input(name: string, label: string, attributes: Html): Html {
  return html`<label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" ${attributes} />`;
}

function hasPage({ status, kind }: PaymentRow): boolean {
  return isOpen(status) && kind !== 'subscription';
}

function pageLink(sandbox: Sandbox, { provider, id, kind }: PaymentRow): Html {
  return html`<a href="${pagePath(sandbox, provider, id)}">${kind === 'card' ? 'Card page' : 'App'}</a>`;
}

function latestPayments(sandbox: Sandbox, payments: PaymentRow[], disputes: DisputeRow[]): Html {
  return html`<h2 id="recent">Latest payments</h2>
    ${
      payments.length === 0
        ? html`<p>None yet.</p>`
        : html`<div class="scroll" role="region" aria-label="Latest payments" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">Provider</th>
                  <th scope="col">Reference</th>
                  <th scope="col">Amount</th>
                  <th scope="col">Status</th>
                  <th scope="col">Page</th>
                  <th scope="col">Dispute</th>
                </tr>
              </thead>
              <tbody>
                ${payments.map(
                  (payment) =>
                    html` <tr>
                      <td>${payment.provider}</td>
                      <td><code>${payment.order_reference ?? payment.reference}</code></td>
                      <td>${formatAmount(payment)}</td>
                      <td>${payment.status}${payment.code !== null && ` (${payment.code})`}</td>
                      <td>${hasPage(payment) && pageLink(sandbox, payment)}</td>
                      <td>${disputeCell(payment, disputes)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }`;
}
