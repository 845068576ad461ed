import { decide, INITIAL_STATE, nextCourierCall } from '../src/state/shipment.state.ts';
import type { Alarm, Command, Decision, Fact, Scan, ShipmentState } from '../src/state/shipment.state.ts';
import { BEFORE_PICKUP, isFinal, NEXT, SCAN_STATUSES } from '../src/state/status.ts';
import type { ScanStatus, Status } from '../src/state/status.ts';

interface Waybill {
  awb: string;
  cancelled: boolean;
  pickedUp: boolean;
}
type CallBehaviour = 'answered' | 'answer-lost' | 'sent-late' | 'crash-before-send' | 'refused';

/**
 * A model of one shipment: the courier with its own records, a network that loses and delays, and our service, which
 * can crash between any two commits. `run` plays one random interleaving; each number is one action.
 */
export class World {
  ours: ShipmentState = INITIAL_STATE;
  readonly waybills: Waybill[] = [];
  readonly facts: Fact[] = [];
  readonly alarms: Alarm[] = [];
  /** Keys of the scans in our history. */
  readonly history = new Set<string>();
  /** Keys of the scans whose call we answered with 200. */
  readonly acknowledged = new Set<string>();
  readonly visited = new Set<string>();
  /** Booking requests on their way: each takes effect late, or never. */
  #inFlight = 0;
  /** The courier's answers on their way to us; they arrive in any order. */
  readonly #answers: Command[] = [];
  readonly #emitted: Scan[] = [];
  #clock = 1;

  run(actions: readonly number[]): void {
    for (const action of actions) ACTIONS[action % ACTIONS.length]?.(this, action >> 4);
    this.#settle();
    this.#check();
  }

  cancel(): void {
    this.#apply({ kind: 'cancel' });
  }

  retryBooking(): void {
    this.#apply({ kind: 'retry-booking' });
  }

  /** One round of a worker, while answers to other calls may be on their way. */
  callCourier(behaviour: CallBehaviour): void {
    const call = nextCourierCall(this.ours);
    if (call === undefined) return;
    this.#apply({ kind: 'start-call' });
    const { version } = this.ours;
    if (behaviour === 'crash-before-send') return;
    if (call === 'book') this.#book(behaviour, version);
    if (call === 'find') this.#answer(behaviour, this.#lookUp(version));
    if (call === 'cancel') this.#cancelAtCourier(behaviour, version);
  }

  /** A booking request that was on its way is lost, or takes effect. */
  landBookingRequest(choice: number): void {
    if (this.#inFlight === 0) return;
    this.#inFlight--;
    if (choice % 3 > 0) this.#issueWaybill();
  }

  receiveAnswer(choice: number): void {
    const [answer] = this.#answers.splice(choice % Math.max(1, this.#answers.length), 1);
    if (answer !== undefined) this.#apply(answer);
  }

  /** `sloppy`: the courier may carry a parcel that it has cancelled. */
  emitScan(status: ScanStatus, sloppy: boolean): void {
    const waybill = this.waybills.at(-1);
    if (waybill === undefined || (waybill.cancelled && !sloppy)) return;
    const isBeforePickup = BEFORE_PICKUP.includes(status) || status === 'CANCELLED_BY_COURIER';
    if (isBeforePickup && waybill.pickedUp) return;
    if (status === 'CANCELLED_BY_COURIER') waybill.cancelled = true;
    if (!isBeforePickup) waybill.pickedUp = true;
    this.#emitted.push({ awb: waybill.awb, status, occurredAtMs: this.#clock++ });
  }

  /**
   * One of the emitted scans arrives, in any order and repeatedly. A scan of a waybill that we do not have yet is
   * answered with 404, and after a crash before the commit there is no answer: in both cases the courier calls again.
   */
  receiveScan(choice: number, { crash = false } = {}): void {
    const scan = this.#emitted[choice % Math.max(1, this.#emitted.length)];
    if (scan === undefined || crash) return;
    if (this.ours.awb !== scan.awb) return void this.visited.add('scan before booking');
    const key = keyOf(scan);
    this.acknowledged.add(key);
    if (this.history.has(key)) return void this.visited.add('duplicate scan');
    this.history.add(key);
    this.#apply({ kind: 'scan', scan });
  }

  #book(behaviour: CallBehaviour, version: number): void {
    this.visited.add(`book ${behaviour}`);
    if (behaviour === 'sent-late') this.#inFlight++;
    else if (behaviour === 'refused') this.#answers.push({ kind: 'booking-refused', version });
    else this.#answer(behaviour, { kind: 'booked', awb: this.#issueWaybill() });
  }

  /** The courier says "absent" only when no request of ours can still arrive. */
  #lookUp(version: number): Command | undefined {
    const awb = this.waybills[0]?.awb;
    if (awb !== undefined) return { kind: 'booked', awb };
    return this.#inFlight > 0 ? undefined : { kind: 'booking-absent', version };
  }

  #cancelAtCourier(behaviour: CallBehaviour, version: number): void {
    const waybill = this.waybills.find(({ awb }) => awb === this.ours.awb);
    if (waybill === undefined) throw new Error('we cancel a waybill that the courier does not have');
    if (behaviour === 'sent-late') return;
    if (waybill.pickedUp || (behaviour === 'refused' && !waybill.cancelled))
      return void this.#answers.push({ kind: 'cancel-refused', version });
    waybill.cancelled = true;
    this.#answer(behaviour, { kind: 'cancel-confirmed' });
  }

  #answer(behaviour: CallBehaviour, answer: Command | undefined): void {
    if (answer !== undefined && behaviour !== 'answer-lost') this.#answers.push(answer);
  }

  #issueWaybill(): string {
    const awb = `AWB${this.waybills.length + 1}`;
    this.waybills.push({ awb, cancelled: false, pickedUp: false });
    return awb;
  }

  #apply(command: Command): void {
    const before = this.ours;
    let decision: Decision;
    try {
      decision = decide(before, command);
    } catch {
      return void this.visited.add('cancel too late');
    }
    this.#checkEntered(before, decision, command);
    if (decision.state !== before && decision.state.version <= before.version)
      throw new Error('a change without a new version');
    if (isFinal(before.status) && decision.state !== before) throw new Error(`${before.status} is final`);
    if (decision.alarm !== undefined) {
      this.alarms.push(decision.alarm);
      this.visited.add(decision.alarm);
    }
    for (const fact of decision.facts) this.visited.add(fact);
    this.facts.push(...decision.facts);
    this.ours = decision.state;
  }

  #checkEntered(before: ShipmentState, { state, entered }: Decision, command: Command): void {
    const last = entered.reduce<Status>((from, { status }) => {
      if (!NEXT[from].includes(status))
        throw new Error(`illegal transition ${from} → ${status} by ${JSON.stringify(command)}`);
      this.visited.add(status);
      return status;
    }, before.status);
    if (last !== state.status) throw new Error(`the last status entered is ${last}, the state has ${state.status}`);
  }

  /** Everything on its way arrives, and the worker runs until no call is due. */
  #settle(): void {
    for (let round = 0; round < 20; round++) {
      for (; this.#inFlight > 0; this.#inFlight--) if (round % 2 === 0) this.#issueWaybill();
      while (this.#answers.length > 0) this.receiveAnswer(0);
      this.#emitted.forEach((_, index) => this.receiveScan(index));
      if (nextCourierCall(this.ours) === undefined && this.#answers.length === 0) return;
      this.callCourier('answered');
    }
    throw new Error(`a courier call is still due after 20 rounds: ${JSON.stringify(this.ours)}`);
  }

  #check(): void {
    this.#checkHistory();
    const { status, cancelWanted } = this.ours;
    if (cancelWanted) throw new Error(`a cancellation was accepted and not carried out: we are ${status}`);
    if (this.waybills.length > 1) throw new Error(`${this.waybills.length} bookings of one shipment`);
    for (const fact of ['booked', 'cancelled', 'delivered'] as const)
      if (this.facts.filter((known) => known === fact).length > 1) throw new Error(`published twice: ${fact}`);
    const [waybill] = this.waybills;
    if (waybill !== undefined) this.#checkWaybill(waybill);
  }

  #checkHistory(): void {
    for (const scan of this.#emitted) if (!this.history.has(keyOf(scan))) throw new Error('a scan is missing');
    if (this.acknowledged.size !== this.history.size) throw new Error('a scan was acknowledged and not stored');
  }

  #checkWaybill(waybill: Waybill): void {
    const { status, awb } = this.ours;
    if (awb !== waybill.awb) throw new Error(`the courier has ${waybill.awb}, we are ${status} with ${awb}`);
    const isCancelled = status === 'CANCELLED' || status === 'CANCELLED_BY_COURIER';
    const isBeforePickup = BEFORE_PICKUP.includes(status);
    const { cancelled, pickedUp } = waybill;
    const isAlarmed = this.alarms.includes('SCAN_AFTER_CANCEL');
    for (const [isWrong, message] of [
      [!cancelled && !pickedUp && !isBeforePickup, 'a live waybill'],
      [cancelled && !pickedUp && !isCancelled, 'a cancelled waybill'],
      [!cancelled && pickedUp && (isCancelled || isBeforePickup), 'goods on their way'],
      [isCancelled && pickedUp && !isAlarmed, 'goods picked up after a cancellation without an alarm'],
    ] as const) {
      if (isWrong) throw new Error(`${message}, and we are ${status}`);
    }
  }
}

/** What an action's number stands for; `choice` varies it. Some actions appear twice, to make them more frequent. */
const ACTIONS: readonly ((world: World, choice: number) => void)[] = [
  (world) => world.cancel(),
  (world) => world.callCourier('answered'),
  (world) => world.callCourier('answered'),
  (world) => world.callCourier('answer-lost'),
  (world) => world.callCourier('sent-late'),
  (world) => world.callCourier('crash-before-send'),
  (world) => world.callCourier('refused'),
  (world, choice) => world.landBookingRequest(choice),
  (world, choice) => world.receiveAnswer(choice),
  (world, choice) => world.emitScan(SCAN_STATUSES[choice % SCAN_STATUSES.length] as ScanStatus, choice % 2 === 0),
  (world, choice) => world.emitScan('PICKED_UP', choice % 2 === 0),
  (world, choice) => world.receiveScan(choice),
  (world, choice) => world.receiveScan(choice),
  (world, choice) => world.receiveScan(choice, { crash: true }),
  (world) => world.retryBooking(),
  (world, choice) => world.receiveAnswer(choice >> 1),
];

function keyOf({ awb, status, occurredAtMs }: Scan): string {
  return `${awb} ${status} ${occurredAtMs}`;
}
