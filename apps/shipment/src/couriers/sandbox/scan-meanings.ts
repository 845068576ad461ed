import type { ScanStatus } from '../../state/status.ts';
import { CodeBook } from '../code-book.ts';
import type { CodeMeaning } from '../code-book.ts';
import type { SandboxOptions } from './exchange.ts';

export interface Meaning extends CodeMeaning {
  description: string;
  descriptionAr: string;
}

const means = (status: ScanStatus, description: string, descriptionAr: string): Meaning => ({
  status,
  description,
  descriptionAr,
});

/** What couriers scan, in our terms. */
const MEANINGS = {
  ready: means('READY_FOR_PICKUP', 'Ready for pick-up', 'الشحنة جاهزة للاستلام من المرسل'),
  pickupFailed: means('PICKUP_FAILED', 'The pick-up failed', 'تعذّر استلام الشحنة من المرسل'),
  pickedUp: means('PICKED_UP', 'Picked up from the sender', 'استُلمت الشحنة من المرسل'),
  departed: means('IN_TRANSIT', 'Left the origin depot', 'غادرت الشحنة مركز الإرسال'),
  arrived: means('IN_TRANSIT', 'Arrived at the destination depot', 'وصلت الشحنة إلى مركز الوجهة'),
  onHold: means('ON_HOLD', 'On hold', 'الشحنة موقوفة مؤقتًا'),
  released: means('IN_TRANSIT', 'Released, on its way again', 'أُفرج عن الشحنة وتابعت طريقها'),
  out: means('OUT_FOR_DELIVERY', 'Out for delivery', 'الشحنة مع المندوب للتوصيل'),
  shop: means('AVAILABLE_FOR_PICKUP', 'Waiting in the parcel shop', 'الشحنة بانتظار الاستلام من نقطة التسليم'),
  failed: means('DELIVERY_FAILED', 'The delivery failed', 'تعذّر تسليم الشحنة'),
  back: means('RETURN_TO_ORIGIN', 'On its way back to the sender', 'الشحنة في طريقها للعودة إلى المرسل'),
  returned: means('RETURNED', 'Returned to the sender', 'أُعيدت الشحنة إلى المرسل'),
  delivered: means('DELIVERED', 'Delivered', 'سُلّمت الشحنة'),
  lost: means('LOST', 'Lost', 'فُقدت الشحنة'),
  cancelledByCourier: means('CANCELLED_BY_COURIER', 'Cancelled by the courier', 'ألغت شركة الشحن الشحنة'),
};

export interface CourierCodes {
  scans: Readonly<Record<string, Meaning>>;
  /** Codes that change nothing, such as the echo of our own cancellation. */
  ignored: readonly string[];
  reasons: Readonly<Record<string, string>>;
}

export const EXPRESS_CODES: CourierCodes = {
  scans: {
    RDY: MEANINGS.ready,
    PUF: MEANINGS.pickupFailed,
    PUP: MEANINGS.pickedUp,
    DEP: MEANINGS.departed,
    ARR: MEANINGS.arrived,
    HLD: MEANINGS.onHold,
    REL: MEANINGS.released,
    OFD: MEANINGS.out,
    SHP: MEANINGS.shop,
    DLF: MEANINGS.failed,
    RTO: MEANINGS.back,
    RTD: MEANINGS.returned,
    DLV: MEANINGS.delivered,
    LST: MEANINGS.lost,
    CXC: MEANINGS.cancelledByCourier,
  },
  ignored: ['CXL'],
  reasons: {
    CNA: 'customer_not_available',
    REF: 'refused_by_customer',
    ADR: 'incorrect_address_details',
    CUS: 'customs_clearance_issue',
    CLO: 'sender_not_available',
  },
};

export const ECONOMY_CODES: CourierCodes = {
  scans: {
    10: MEANINGS.ready,
    12: MEANINGS.pickupFailed,
    20: MEANINGS.pickedUp,
    30: MEANINGS.departed,
    35: MEANINGS.arrived,
    40: MEANINGS.out,
    45: MEANINGS.shop,
    50: MEANINGS.onHold,
    55: MEANINGS.released,
    60: MEANINGS.failed,
    70: MEANINGS.back,
    75: MEANINGS.returned,
    80: MEANINGS.delivered,
    90: MEANINGS.lost,
    99: MEANINGS.cancelledByCourier,
  },
  ignored: ['98'],
  reasons: {
    R01: 'customer_not_available',
    R02: 'refused_by_customer',
    R03: 'incorrect_address_details',
    R04: 'customs_clearance_issue',
    R05: 'sender_not_available',
  },
};

/** Reads a courier's codes, and those of reasons. */
export class CodeReader extends CodeBook<Meaning> {
  constructor(
    courierId: string,
    private readonly all: CourierCodes,
    log: SandboxOptions['log'],
  ) {
    super(courierId, all, log);
  }

  reasonOf(code: string): string | undefined {
    return Object.hasOwn(this.all.reasons, code) ? this.all.reasons[code] : undefined;
  }
}
