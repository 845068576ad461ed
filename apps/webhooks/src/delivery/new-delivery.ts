/** An event as delivery needs it: the body that merchants get, and what decides who gets it. */
export interface DeliverableEvent {
  day: string;
  id: string;
  accountId: string;
  storeId: string;
  mode: string;
  type: string;
  key: string;
  at: string;
  traceparent: string | null;
  /** UTF-8, as it is sent. All endpoints share this one copy. */
  body: Buffer;
}

/** A delivery that fan-out has just written, as it hands it to the endpoint's dispatcher. */
export interface NewDelivery {
  endpointNo: number;
  partition: number;
  sequence: number;
  /** The owner of this epoch may send up to this sequence without another grant. */
  granted: number;
  epoch: number;
  event: DeliverableEvent;
}
