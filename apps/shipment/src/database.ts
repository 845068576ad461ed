import type { DatabaseSpec } from '@qafila/runtime/database';
import { LabelSheetRow } from './awb/label-sheet.entity.ts';
import {
  RemittanceExceptionRow,
  RemittanceImportRow,
  RemittanceLineRow,
  RemittanceRow,
  RemittanceSourceRow,
} from './cash/remittance.entity.ts';
import { CourierTaskRow } from './courier-tasks/courier-task.entity.ts';
import { BulkJobRow } from './bulk/bulk-job.entity.ts';
import { BulkRowRow } from './bulk/bulk-row.entity.ts';
import { CourierAccountRow } from './couriers/accounts/courier-account.entity.ts';
import { CourierDocumentRow } from './couriers/courier-document.entity.ts';
import { CourierSettingRow } from './couriers/courier-setting.entity.ts';
import { InstructionRow } from './instructions/instruction.entity.ts';
import { ManifestParcelLeftRow, ManifestParcelRow, ManifestRow } from './manifests/manifest.entity.ts';
import { Shipment1700000000001 } from './migrations/0001-shipment.ts';
import { OutboxDeferred1700000000002 } from './migrations/0002-outbox-deferred.ts';
import { CourierFacts1700000000003 } from './migrations/0003-courier-facts.ts';
import { Alarms1700000000004 } from './migrations/0004-alarms.ts';
import { FindingShipments1700000000005 } from './migrations/0005-finding-shipments.ts';
import { CourierAccounts1700000000006 } from './migrations/0006-courier-accounts.ts';
import { WaybillsOfTheDeployment1700000000007 } from './migrations/0007-waybills-of-the-deployment.ts';
import { LabelSheets1700000000008 } from './migrations/0008-label-sheets.ts';
import { CashOnDelivery1700000000011 } from './migrations/0011-cash-on-delivery.ts';
import { CashCorrections1700000000018 } from './migrations/0018-cash-corrections.ts';
import { DailyWork1700000000120 } from './migrations/0012-daily-work.ts';
import { PickupsAndManifests1700000000130 } from './migrations/0013-pickups-and-manifests.ts';
import { PickupHoursRow, PickupParcelRow, PickupRow } from './pickups/pickup.entity.ts';
import { DeliveryProofRow } from './proofs/delivery-proof.entity.ts';
import { CourierRules1700000000009 } from './migrations/0009-courier-rules.ts';
import { Bulk1700000000010 } from './migrations/0010-bulk.ts';
import { CourierRulesRow } from './selection/courier-rules.entity.ts';
import { NationalAddressRow } from './addresses/national-address.entity.ts';
import { NationalAddresses1700000000016 } from './migrations/0016-national-addresses.ts';
import { NoticeSettingRow } from './notices/notice-setting.entity.ts';
import { NoticeRow } from './notices/notice.entity.ts';
import { Notices1700000000017 } from './migrations/0017-notices.ts';
import { ManifestsResolved1700000000226 } from './migrations/0026-manifests-resolved.ts';
import { NoticeRetention1700000000025 } from './migrations/0025-notice-retention.ts';
import { UnreadableScans1700000000229 } from './migrations/0029-unreadable-scans.ts';
import { RemittanceSchedule1700000000021 } from './migrations/0021-remittance-schedule.ts';
import { Turns1700000000190 } from './migrations/0019-turns.ts';
import { Watch1700000000015 } from './migrations/0015-watch.ts';
import { TrackingPage1700000000014 } from './migrations/0014-tracking-page.ts';
import { AlarmRow } from './shipments/alarm.entity.ts';
import { CashReportRow } from './shipments/cash-report.entity.ts';
import { CodEntryRow, CodParcelRow } from './shipments/cod.entity.ts';
import { HistoryRow } from './shipments/history.entity.ts';
import { ReturnLineRow } from './shipments/return-line.entity.ts';
import { ShipmentRow } from './shipments/shipment.entity.ts';
import { ProblemReportRow } from './tracking-page/problem-report.entity.ts';
import { JourneyRow } from './watch/journey.entity.ts';
import { WatchRuleRow } from './watch/watch-rule.entity.ts';
import { StoreLookRow } from './tracking-page/store-look.entity.ts';

/** The schema of this service. Plain SQL reads and writes its rows: it locks and changes many in one statement. */
export const SHIPMENT_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'shipment',
  entities: [
    ShipmentRow,
    HistoryRow,
    AlarmRow,
    ReturnLineRow,
    CourierSettingRow,
    CourierAccountRow,
    CourierDocumentRow,
    LabelSheetRow,
    CashReportRow,
    CodEntryRow,
    CodParcelRow,
    RemittanceSourceRow,
    RemittanceImportRow,
    RemittanceLineRow,
    RemittanceRow,
    RemittanceExceptionRow,
    CourierTaskRow,
    InstructionRow,
    DeliveryProofRow,
    CourierRulesRow,
    PickupHoursRow,
    PickupRow,
    PickupParcelRow,
    ManifestRow,
    ManifestParcelRow,
    ManifestParcelLeftRow,
    StoreLookRow,
    ProblemReportRow,
    WatchRuleRow,
    JourneyRow,
    NationalAddressRow,
    BulkJobRow,
    BulkRowRow,
    NoticeSettingRow,
    NoticeRow,
  ],
  migrations: [
    Shipment1700000000001,
    OutboxDeferred1700000000002,
    CourierFacts1700000000003,
    Alarms1700000000004,
    FindingShipments1700000000005,
    CourierAccounts1700000000006,
    WaybillsOfTheDeployment1700000000007,
    LabelSheets1700000000008,
    CashOnDelivery1700000000011,
    CashCorrections1700000000018,
    DailyWork1700000000120,
    CourierRules1700000000009,
    PickupsAndManifests1700000000130,
    TrackingPage1700000000014,
    Watch1700000000015,
    NationalAddresses1700000000016,
    Bulk1700000000010,
    Notices1700000000017,
    RemittanceSchedule1700000000021,
    Turns1700000000190,
    NoticeRetention1700000000025,
    ManifestsResolved1700000000226,
    UnreadableScans1700000000229,
  ],
};
