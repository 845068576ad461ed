import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LabelData } from '../couriers/courier.ts';
import type { CancelReason } from '../couriers/daily-work.ts';
import type { Selection } from '../selection/choose-courier.ts';
import type { Alarm, ShipmentState } from '../state/shipment.state.ts';
import type { Status } from '../state/status.ts';

const OF_STATE: readonly Alarm[] = [
  'SCAN_AFTER_CANCEL',
  'SCAN_WITHOUT_WAY',
  'SCAN_AFTER_END',
  'SCANS_CONTRADICT',
  'UNKNOWN_PACKAGE',
  'PACKAGES_DIFFER',
  'CANCEL_CONFIRMED_AFTER_PICKUP',
  'SECOND_WAYBILL',
  'BOOKED_AFTER_END',
];
const BESIDE = [
  'COURIER_SILENT',
  'SCAN_TIME_UNLIKELY',
  'COD_DIFFERS',
  'INSTRUCTION_TO_DO',
  'RECEIVER_PROBLEM',
  'NO_SCAN',
  'SCAN_UNREADABLE',
] as const;
export type AlarmName = Alarm | (typeof BESIDE)[number];
/** What a person must look at. */
export const ALARMS: readonly AlarmName[] = [...OF_STATE, ...BESIDE];

/** A row of `shipment`. Amounts are minor units, as text: a bigint column. */
@Entity('shipment')
export class ShipmentRow {
  @PrimaryColumn('text') account_id!: string;
  /** Begins with the time, so that its order is that of creation. */
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') reference!: string;
  @Column('text') type!: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN';
  @Column('text', { nullable: true }) original_id!: string | null;
  @Column('text') courier!: string;
  @Column('text', { nullable: true }) service_code!: string | null;
  @Column('text') currency!: string;
  @Column('bigint') cod_minor!: string;
  @Column('bigint', { nullable: true }) cod_collected_minor!: string | null;
  @Column('text') status!: Status;
  @Column('integer') version!: number;
  @Column('text') booking!: ShipmentState['booking'];
  @Column('text', { nullable: true }) awb!: string | null;
  @Column('boolean') cancel_wanted!: boolean;
  @Column('text', { nullable: true }) resume_to!: Status | null;
  @Column('timestamptz', { nullable: true }) scanned_at!: Date | null;
  @Column('json', { nullable: true }) label!: LabelData | null;
  @Column('text', { array: true }) alarms!: AlarmName[];
  /** When the courier is to be called next; null: no call is due. */
  @Column('timestamptz', { nullable: true }) due_at!: Date | null;
  @Column('integer') tries!: number;
  @Column('timestamptz', { nullable: true }) sent_until!: Date | null;
  @Column('timestamptz', { nullable: true }) poll_at!: Date | null;
  /** Why it is to be cancelled (`CANCEL_REASONS`), and a person's words. Null in rows of older versions. */
  @Column('text', { nullable: true }) cancel_reason!: CancelReason | null;
  @Column('text', { nullable: true }) cancel_note!: string | null;
  /** What the courier confirms when it books (`Courier.draft`). */
  @Column('text', { nullable: true }) courier_draft!: string | null;
  /** Why it has its courier; null where the body named it, or the company has no rules. */
  @Column('json', { nullable: true }) selection!: Selection | null;
  /** The checked body (request-text.ts). */
  @Column('text') request!: string;
  /** State of each package; null while all have that of the shipment. */
  @Column('json', { nullable: true }) packages!: ShipmentState['packages'];
  /** The merchant's reference, once another shipment may have it; `reference` is then another text. */
  @Column('text', { nullable: true }) released_reference!: string | null;
  /** Of the receiver, of a return of the sender: the customer's. Null in rows of older versions. */
  @Column('text', { nullable: true }) phone!: string | null;
  /** Its courier is one of the deployment, whose waybills are unique among all companies. Null until it has one. */
  @Column('boolean', { nullable: true }) of_deployment!: boolean | null;
  @Column('text', { nullable: true }) metadata!: string | null;
  /** The last scan, when the alarm about the silence since then was raised. */
  @Column('timestamptz', { nullable: true }) silent_since!: Date | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

export function stateOf(row: ShipmentRow): ShipmentState {
  return {
    status: row.status,
    version: row.version,
    booking: row.booking,
    courier: row.courier,
    awb: row.awb,
    cancelWanted: row.cancel_wanted,
    resumeTo: row.resume_to,
    scannedAtMs: row.scanned_at?.getTime() ?? 0,
    packages: row.packages,
  };
}
