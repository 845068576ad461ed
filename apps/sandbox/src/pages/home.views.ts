import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { spaced } from '../card-page/card-page.views.ts';
import type { FaultRow } from '../control/switch-faults.ts';
import { EFFECTS, OPERATIONS } from '../faults/fault.ts';
import { EXPIRED_CODE, RIGHT_CODE, RIGHT_PIN, TEST_CARDS } from '../levers/test-cards.ts';
import { COURIER_LEVERS, RECIPIENT_PHONES } from '../levers/courier-levers.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';
import { OUTSIDERS } from '../outside.ts';
import { isOpen } from '../payments/payment.entity.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { pagePath } from '../payments/page-address.ts';
import type { Sandbox } from '../sandbox.ts';
import { shownAmount } from './amount.ts';
import { page } from './layout.ts';
import type { Page } from './layout.ts';

interface Home { faults: FaultRow[]; recent: PaymentRow[]; isOpen: boolean; said: string | null }
type Lever = readonly [value: string, says: string];

const AMOUNTS: readonly Lever[] = [
  ['02', 'Refunds of this amount are pending for 3 s'], ['05', 'Declined (hard)'], ['51', 'Declined: insufficient funds'], ['54', 'Declined: expired'], ['61', 'Declined: limit'],
  ['68', 'Ghost success: done, the answer lost, no callback'], ['91', 'cardgateway-a and the wallet are down, cardgateway-b works'], ['96', 'All are down'],
];
const IDENTITIES: readonly Lever[] = [['4210112345671', 'Accepted (any that ends otherwise than below)'], ['4210112340000', 'Not whitelisted (002)'], ['4210112349999', 'Merchant limit (105)']];
const CODES: readonly Lever[] = [[RIGHT_CODE, 'One-time code and 3-D Secure code: right'], [EXPIRED_CODE, 'One-time code: expired (116)'], ['654321', 'Wrong (024); three times: 060'], [RIGHT_PIN, 'PIN: right'], ['9999', 'PIN: wrong (024)']];

/** Every lever, each copied or switched by one press. */
export function homePage(sandbox: Sandbox, { faults, recent, isOpen: isControlOpen, said }: Home): Page {
  return page({ title: 'Sandbox: all levers', brand: 'Qafila sandbox', wide: true, content: html`
<p class="test"><strong>Stage only.</strong> A pretend wallet provider, two pretend card gateways and two pretend couriers. No money and no parcel moves; never type a real card, identity or PIN.</p>
${said !== null && html`<p class="test" role="status">${said}</p>`}
<h2 id="phones">Wallet phones</h2>${table('Phones', ['Phone', 'What happens'], Object.entries(BEHAVIOURS).map(([end, says]) => [`030012${end}`.padStart(10, '0'), says]))}
<p>Only the last four digits count. Any other phone is not whitelisted (002), unless <code>POST /control/phones</code> has whitelisted it.</p>
<h2 id="identities">National identity numbers</h2>${table('Identities', ['Number', 'What happens'], IDENTITIES)}
<h2 id="codes">Codes and PINs</h2>${table('Codes', ['Type', 'What happens'], CODES)}
<h2 id="cards">Cards</h2>${table('Cards', ['Number', 'What happens'], TEST_CARDS.map(({ number, says }) => [spaced(number), says]))}
<p>Any expiry to come, any 3 digits. Every other number is refused and kept nowhere. The card page fills them in by one press.</p>
<h2 id="amounts">Amounts</h2>${table('Amounts', ['An amount such as', 'What happens'], AMOUNTS.map(([digits, says]) => [`100.${digits}`, says]))}
<p>The last two digits in minor units count: 100.05 SAR, 1005 JPY, 10.005 KWD.</p>
<h2 id="couriers">Couriers</h2>${couriers(sandbox)}
<h2 id="faults">Faults</h2>${isControlOpen ? faultForms(faults) : html`<p>Switched through <code>/control/faults</code> with the control key.</p>`}
${isControlOpen && recentPayments(sandbox, recent)}` });
}

function couriers({ courierHourMs }: Sandbox): Html {
  return html`<p>What a parcel of <code>sandbox-express</code> or <code>sandbox-economy</code> does stands in the merchant's <code>referenceNumber</code>, as in <code>ORDER-7-FAIL1-DUP</code>. An hour of theirs lasts ${courierHourMs} ms here,
a delivery 36 of them (economy: 40 until it is known). <a href="/parcels">Latest parcels</a> shows each, and moves it by hand.</p>
<dl class="levers">${Object.entries(COURIER_LEVERS).map(([lever, says]) => html`<dt><code>-${lever}</code></dt><dd>${says}</dd>`)}</dl>
<p>The same by the end of the recipient's phone: ${Object.entries(RECIPIENT_PHONES).map(([end, lever]) => `${end} ${lever}`).join(' · ')}.</p>`;
}

function table(label: string, heads: readonly string[], rows: readonly Lever[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr><th scope="col">${heads.join(' · ')}</th><th scope="col">Copy</th></tr></thead><tbody>${rows.map(([value, says]) => html`
<tr><td><div class="lever"><input readonly aria-label="${says}" value="${value}"><span>${says}</span></div></td><td><button type="button" data-copy="${value.replaceAll(' ', '')}" aria-label="Copy ${value}">Copy</button></td></tr>`)}</tbody></table></div>`;
}

const ONE_PRESS: readonly (readonly [fields: Record<string, string>, says: string])[] = [
  [{ effect: 'ghost' }, 'Ghost success on the next call'],
  [{ effect: 'lost', ms: '60000' }, 'The next reply is lost (hangs)'],
  [{ effect: 'slow', ms: '5000' }, 'The next answer takes 5 s'],
  [{ effect: 'bad_gateway' }, 'Done, but answered 502'],
  [{ effect: 'crash_before' }, 'Crash before anything is done'],
  [{ effect: 'down', provider: 'cardgateway-a', times: '0', lasts_ms: '60000' }, 'cardgateway-a is down for a minute'],
  [{ effect: 'down', times: '0', lasts_ms: '60000' }, 'All are down for a minute'],
  [{ effect: 'decline', code: '51' }, 'The next payment is declined: funds'],
  [{ effect: 'pending', ms: '10000', operation: 'refund' }, 'The next refund is pending for 10 s'],
  [{ effect: 'callback_duplicate' }, 'The next callback comes twice'],
  [{ effect: 'callback_reorder', ms: '10000' }, 'The next callback is overtaken by a later one'],
  [{ effect: 'callback_delay', ms: '10000' }, 'The next callback comes 10 s late'],
  [{ effect: 'callback_lost' }, 'The next callback is lost'],
  [{ effect: 'callback_bad_signature' }, 'The next callback is signed with a wrong key'],
];

function faultForms(faults: FaultRow[]): Html {
  return html`<p>One press switches a fault for the next call. It is then used up, if it is not a time of being down.</p>
<ul class="fill">${ONE_PRESS.map(([fields, says]) => html`<li><form method="post" action="/control/form/faults">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button>${says}</button></form></li>`)}</ul>
<details><summary>A fault for one reference</summary><form method="post" action="/control/form/faults">
${select('effect', 'What goes wrong', EFFECTS, false)}${select('provider', 'Provider', OUTSIDERS, true)}${select('operation', 'Operation', OPERATIONS, true)}
${input('reference', 'Reference (yours, the order\'s or the provider\'s)', 'maxlength="128"')}${input('code', 'Code, for decline and pending', 'maxlength="3"')}
${input('ms', 'Milliseconds', 'inputmode="numeric"')}${input('times', 'How often (0: until it ends)', 'inputmode="numeric"')}${input('lasts_ms', 'Ends after milliseconds', 'inputmode="numeric"')}
<button>Switch on</button></form></details>
<h2>Switched on now</h2>${faults.length === 0 ? html`<p>None.</p>` : html`<ul>${faults.map((fault) => html`<li>${describe(fault)}</li>`)}</ul>
<form method="post" action="/control/form/faults/clear"><button class="quiet">Switch all off</button></form>`}`;
}

function describe({ effect, provider, operation, reference, ms, code, times_left: left, used, ends_at: ends }: FaultRow): string {
  const of = [provider ?? 'any provider', operation ?? 'any operation', reference].filter((part) => part !== null).join(', ');
  const more = [ms !== null && `${ms} ms`, code !== null && `code ${code}`, left !== null && `${left} left`, used > 0 && `used ${used}`, ends !== null && `until ${ends.toISOString()}`];
  return `${effect} (${of})${more.filter(Boolean).map((part) => `, ${String(part)}`).join('')}`;
}

function select(name: string, label: string, choices: readonly string[], any: boolean): Html {
  return html`<label for="f-${name}">${label}</label><select id="f-${name}" name="${name}">${any && html`<option value="">any</option>`}${choices.map((choice) => html`<option>${choice}</option>`)}</select>`;
}

function input(name: string, label: string, more: 'maxlength="128"' | 'maxlength="3"' | 'inputmode="numeric"'): Html {
  const attribute = more.startsWith('max') ? html`maxlength="${more.includes('128') ? 128 : 3}"` : html`inputmode="numeric" maxlength="9"`;
  return html`<label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" ${attribute}>`;
}

function recentPayments(sandbox: Sandbox, recent: PaymentRow[]): Html {
  return html`<h2 id="recent">Latest payments</h2>${recent.length === 0 ? html`<p>None yet.</p>` : html`<div class="scroll" role="region" aria-label="Latest payments" tabindex="0"><table>
<thead><tr><th scope="col">Provider</th><th scope="col">Reference</th><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Page</th></tr></thead><tbody>${recent.map((payment) => html`
<tr><td>${payment.provider}</td><td><code>${payment.order_reference ?? payment.reference}</code></td><td>${shownAmount(payment)}</td><td>${payment.status}${payment.code !== null && ` (${payment.code})`}</td>
<td>${isOpen(payment.status) && payment.kind !== 'subscription' && html`<a href="${pagePath(sandbox, payment.provider, payment.id)}">${payment.kind === 'card' ? 'Card page' : 'App'}</a>`}</td></tr>`)}</tbody></table></div>`}`;
}
