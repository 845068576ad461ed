import type { DatabaseSpec } from '@qafila/runtime/database';
import { CallbackRow } from './entities/callback.entity.ts';
import { ClaimRow } from './entities/claim.entity.ts';
import { CourierOrderRow } from './entities/courier-order.entity.ts';
import { DisputeRow } from './entities/dispute.entity.ts';
import { ParcelRow, ScanRow } from './entities/parcel.entity.ts';
import { OperationRow, PaymentRow } from './entities/payment.entity.ts';
import { SettingRow } from './entities/setting.entity.ts';
import { PhoneRow, StepRow } from './entities/wallet.entity.ts';
import { AttemptRow, FaultRow } from './faults/fault.entity.ts';
import { Sandbox1700000000001 } from './migrations/0001-sandbox.ts';
import { Parcels1700000000002 } from './migrations/0002-parcels.ts';
import { Pruning1700000000003 } from './migrations/0003-pruning.ts';
import { Phones1700000000005 } from './migrations/0005-phones.ts';
import { Disputes1700000000006 } from './migrations/0006-disputes.ts';
import { CourierOrders1700000000007 } from './migrations/0007-courier-orders.ts';
import { PieceScans1700000000008 } from './migrations/0008-piece-scans.ts';

/** The schema of this service. The entities describe the rows; the code reads and writes them with plain SQL. */
export const SANDBOX_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'sandbox',
  entities: [
    ClaimRow,
    PaymentRow,
    OperationRow,
    StepRow,
    PhoneRow,
    CallbackRow,
    FaultRow,
    AttemptRow,
    SettingRow,
    ParcelRow,
    ScanRow,
    DisputeRow,
    CourierOrderRow,
  ],
  migrations: [
    Sandbox1700000000001,
    Parcels1700000000002,
    Pruning1700000000003,
    Phones1700000000005,
    Disputes1700000000006,
    CourierOrders1700000000007,
    PieceScans1700000000008,
  ],
};
