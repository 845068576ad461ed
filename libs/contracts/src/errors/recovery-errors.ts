import type { ErrorKinds } from './error-kind.ts';

/** Codes of what a person does with a stuck shipment. */
export const RECOVERY_ERRORS = {
  BOOKING_NOT_OPEN: {
    status: 409,
    cause: 'The booking of the shipment is decided already, or a request for it is still under way.',
    remedy: 'Read the shipment. A waybill is set, and a booking declared absent, only while the booking is open.',
    example: 'Only a booking without an answer can be declared absent; this shipment is BOOKED.',
  },
  OUTCOME_NOT_POSSIBLE: {
    status: 409,
    cause: 'A person declared an outcome that the shipment cannot have in its state.',
    remedy: 'Read the shipment, and do what the message says.',
    example: 'This outcome cannot be declared in the state DELIVERED.',
  },
  NOT_EDITABLE: {
    status: 409,
    cause: 'A courier may know the shipment already, so its body cannot change any more.',
    remedy: 'Cancel the shipment and create another one with the same reference.',
    example: 'A shipment in the state BOOKED cannot be edited: only one that no courier has been asked to book can.',
  },
  WAYBILL_TAKEN: {
    status: 409,
    cause: 'Another shipment has this waybill of the courier.',
    remedy: 'Check the waybill.',
    example: 'Another shipment of falcon has the waybill FLC0000012345.',
  },
} as const satisfies ErrorKinds;
