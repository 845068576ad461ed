import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { PARCEL_ACTS } from '../control/act-on-parcel.ts';
import { hasWebhook } from '../control/parcel-report.ts';
import type { ParcelReport, ScanReport } from '../control/parcel-report.ts';
import { formatAmount } from '../pages/format-amount.ts';
import { page } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';

const BRAND = 'Qafila sandbox: couriers';

const KINDS: Record<string, string> = {
  ready: 'Ready for pick-up',
  pickup_failed: 'Pick-up failed',
  picked_up: 'Picked up',
  transit: 'Left the origin depot',
  weighed: 'Weighed again',
  arrived: 'At the destination depot',
  hold: 'On hold',
  released: 'Released',
  out: 'Out for delivery',
  shop: 'In the parcel shop',
  failed: 'Delivery failed',
  rto: 'On its way back',
  returned: 'Returned',
  delivered: 'Delivered',
  lost: 'Lost',
  cancelled: 'Cancelled by the merchant',
  courier_cancelled: 'Cancelled by the courier',
};

export function parcelsPage(parcels: readonly ParcelReport[]): Page {
  return page({
    title: 'Latest parcels',
    brand: BRAND,
    wide: true,
    content: html` <p><a href="/">All levers</a></p>
      ${
        parcels.length === 0
          ? html`<p>None yet.</p>`
          : html`<div class="scroll" role="region" aria-label="Latest parcels" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Waybill</th>
                    <th scope="col">Order</th>
                    <th scope="col">Courier</th>
                    <th scope="col">Last scan</th>
                  </tr>
                </thead>
                <tbody>
                  ${parcels.map(
                    (parcel) =>
                      html` <tr>
                        <td><a href="/parcels/${parcel.waybill}">${parcel.waybill}</a></td>
                        <td>
                          <code><bdi>${parcel.merchant_reference}</bdi></code>
                        </td>
                        <td>${parcel.courier}</td>
                        <td>${lastOf(parcel)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }`,
  });
}

export function parcelPage(
  parcel: ParcelReport,
  { act, wasRefused }: { act: string | undefined; wasRefused: boolean },
): Page {
  const happened = parcel.scans.filter(({ state }) => state !== 'planned');
  return page({
    title: parcel.waybill,
    brand: BRAND,
    wide: true,
    content: html` ${act !== undefined && actResult(act, wasRefused)}
      <p class="total">${lastOf(parcel)}</p>
      <p>
        ${parcel.service} (${parcel.courier}), order <bdi>${parcel.merchant_reference}</bdi>, booking
        <bdi>${parcel.reference}</bdi>, ${parcel.pieces} piece(s), cash to collect: ${cash(parcel)}. Levers:
        ${parcel.levers.join(', ') || 'none'}.
      </p>
      <h2 id="acts">What happens next</h2>
      <ul class="fill acts" aria-labelledby="acts">
        ${Object.entries(PARCEL_ACTS).map(
          ([name, label]) =>
            html` <li>
              <form method="post" action="/control/form/parcels/${parcel.waybill}/${name}">
                <button>${label}</button>
              </form>
            </li>`,
        )}
      </ul>
      <h2 id="scans">Scans so far</h2>
      ${scanTable('Scans so far', happened)}
      <h2 id="plan">Planned scans</h2>
      ${scanTable(
        'Planned scans',
        parcel.scans.filter(({ state }) => state === 'planned'),
      )}
      <h2 id="webhooks">Webhooks</h2>
      ${
        parcel.callbacks.length === 0
          ? html`<p>None.</p>`
          : html`<ul>
              ${parcel.callbacks.map(
                ({ sequence, event, state, attempts, last_status: status }) =>
                  html` <li>
                    ${sequence}. ${event}: ${state}, ${attempts}
                    attempt(s)${status !== null && `, last answer ${status}`}
                  </li>`,
              )}
            </ul>`
      }
      <p>
        <a href="/parcels/${parcel.waybill}">Refresh</a> · <a href="/parcels">Latest parcels</a> ·
        <a href="/">All levers</a>
      </p>`,
  });
}

function actResult(act: string, wasRefused: boolean): Html {
  return wasRefused
    ? html`<p class="notice" role="alert">${act}: not possible any more.</p>`
    : html`<p class="test" role="status">${act}: done.</p>`;
}

function cash({ cod_minor: amount, currency }: ParcelReport): string {
  return currency === null ? 'none' : formatAmount({ amount_minor: amount, currency });
}

function scanTable(label: string, scans: readonly ScanReport[]): Html {
  if (scans.length === 0) return html`<p>None.</p>`;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Scan</th>
          <th scope="col">Place</th>
          <th scope="col">Courier's time</th>
          <th scope="col">By the sandbox's clock</th>
          <th scope="col">Known</th>
        </tr>
      </thead>
      <tbody>
        ${scans.map(
          (scan) =>
            html` <tr>
              <td>${KINDS[scan.kind] ?? scan.kind}${scan.reason !== null && ` (${scan.reason})`}</td>
              <td><bdi>${scan.city}</bdi></td>
              <td>${minute(scan.occurred_at)}</td>
              <td>${scan.happens_at.slice(11, 21)}</td>
              <td>
                ${knownText(scan)}${hasWebhook(scan) && ', webhook'}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function lastOf(parcel: ParcelReport): string {
  const last = parcel.scans.filter(({ state }) => state !== 'planned').at(-1);
  return last === undefined ? 'Booked' : (KINDS[last.kind] ?? last.kind);
}

function knownText({ state, known_at: knownAt }: ScanReport): string {
  return state === 'known' ? 'yes' : `from ${knownAt.slice(11, 21)}`;
}

function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}`;
}
