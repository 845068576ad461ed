import type { PoolClient } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { NOTICE } from '@qafila/contracts/shipment-receiver-events';
import type { ShipmentNotice } from '@qafila/contracts/shipment-receiver-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
import { LANGUAGES } from '@qafila/pages/languages';
import type { Language } from '@qafila/pages/languages';
import { currentTraceparent } from '@qafila/runtime/traces';
import { NOTICES } from '../limits.ts';
import type { Entered, ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { ownerOf } from '../tracking-page/find-tracked.ts';
import { storeLook } from '../tracking-page/store-look.ts';
import { trackingUrl } from '../tracking-page/tracking-url.ts';
import { noticeText } from './notice-texts.ts';
import type { NoticeKind } from './notice-texts.ts';

/** The event with ready texts for the receiver, in the transaction of the state. */
export async function publishNotice(
  deps: Pick<ShipmentDependencies, 'publicUrl' | 'keys'>,
  tx: PoolClient,
  row: ShipmentRow,
  { status, occurredAtMs, kind }: Entered & { kind: NoticeKind },
): Promise<void> {
  const owner = ownerOf(row);
  const { name: store } = await storeLook(tx, owner);
  const [order, url] = [row.released_reference ?? row.reference, trackingUrl(deps, row)];
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [language, noticeText(kind, language, { store, order, url })]),
  ) as Record<Language, string>;
  const data: ShipmentNotice = {
    event: NOTICE,
    version: 1,
    notice: kind,
    shipmentId: row.id,
    referenceNumber: order,
    shipmentStatus: status,
    courierId: row.courier,
    awb: row.awb,
    texts,
    trackingUrl: url,
    occurredAt: new Date(occurredAtMs).toISOString(),
    usableUntil: new Date(occurredAtMs + NOTICES.usableMs).toISOString(),
    account_id: row.account_id,
    store_id: row.store_id,
    mode: row.mode,
  };
  await publish(
    tx,
    TOPICS.shipmentEvents,
    cloudEvent({
      source: '/qafila/shipment',
      type: NOTICE,
      subject: row.id,
      owner,
      aggregateVersion: row.version,
      traceparent: currentTraceparent(),
      data,
    }),
  );
}
