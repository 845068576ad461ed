import { judgedTime } from '../src/scans/judged-time.ts';
import { decide, INITIAL_STATE, nextCourierCall } from '../src/state/shipment.state.ts';
import type { Alarm, Command, Decision, Fact, Scan, ShipmentState } from '../src/state/shipment.state.ts';
import { OUTCOMES } from '../src/state/outcomes.ts';
import type { Declared } from '../src/state/outcomes.ts';
import { BEFORE_PICKUP, isCancelled, isFinal, NEXT, SCAN_STATUSES } from '../src/state/status.ts';
import type { ScanStatus, Status } from '../src/state/status.ts';

interface Waybill {
  awb: string;
  courier: string;
  cancelled: boolean;
  pickedUp: boolean;
}
type CallBehaviour = 'answered' | 'answer-lost' | 'sent-late' | 'crash-before-send' | 'refused';

const COURIERS = ['falcon', 'camel'] as const;
/** Packages of the shipment. */
const PACKAGES = 2;

/**
 * A model of one shipment: two couriers with their own records and wrong clocks, a network that loses and delays, a
 * person who recovers what is stuck, and our service, which can crash between any two commits. `run` plays one random
 * interleaving; each number is one action.
 */
export class World {
  ours: ShipmentState = { ...INITIAL_STATE, courier: COURIERS[0] };
  readonly waybills: Waybill[] = [];
  readonly facts: Fact[] = [];
  readonly alarms: Alarm[] = [];
  /** Keys of the scans in our history. */
  readonly history = new Set<string>();
  /** Keys of the scans whose call we answered with 200. */
  readonly acknowledged = new Set<string>();
  readonly visited = new Set<string>();
  /** Couriers of booking requests on their way: each takes effect late, or never. */
  readonly #inFlight: string[] = [];
  /** The couriers' answers on their way to us; they arrive in any order. */
  readonly #answers: Command[] = [];
  readonly #emitted: Scan[] = [];
  #clock = 1_000;
  /** A person said that there is no booking, and there was one or a request for one. */
  #personErred = false;
  /** A person declared an outcome that is not true. */
  #declaredWrongly = false;
  /** A person declared another end than the one before, so its event is published again. */
  #redeclared = false;
  /** Scans that a person knew and declared otherwise: their keys with the package. */
  readonly #superseded = new Set<string>();

  run(actions: readonly number[]): void {
    for (const action of actions) ACTIONS[action % ACTIONS.length]?.(this, Math.floor(action / ACTIONS.length));
    this.#settle();
    this.#check();
  }

  cancel(): void {
    this.#apply({ kind: 'cancel' });
  }

  retryBooking(choice: number): void {
    this.#apply({ kind: 'retry-booking', courier: choice % 2 === 0 ? undefined : COURIERS[(choice >> 1) % 2] });
  }

  edit(): void {
    this.#apply({ kind: 'edit' });
  }

  /** A person asks the courier by phone, and mostly hears the truth. */
  declareAbsent(choice: number): void {
    const isWrong = this.waybills.length > 0 || this.#inFlight.length > 0;
    if (isWrong && choice % 4 > 0) return;
    if (this.ours.status === 'PENDING' && this.ours.booking === 'asked') {
      this.#personErred ||= isWrong;
      this.visited.add('declared absent');
    }
    this.#apply({ kind: 'declare-absent' });
  }

  /** A person finds out what became of the parcel, and mostly finds the truth. */
  declareOutcome(outcome: Declared, choice: number): void {
    const waybill = this.waybills.find(({ awb }) => awb === this.ours.awb);
    const isEnd = outcome !== 'cancelled' && outcome !== 'not_cancelled';
    const isTrue = isEnd
      ? waybill?.pickedUp === true
      : waybill?.pickedUp === false && waybill.cancelled === (outcome === 'cancelled');
    if (!isTrue && choice % 8 > 0) return;
    const packageNumber = isEnd && (choice >> 3) % 2 === 0 ? ((choice >> 4) % PACKAGES) + 1 : undefined;
    const before = this.ours;
    const command = { kind: 'declare-outcome', outcome, atMs: this.#clock++, packageNumber } as const;
    this.#apply({ ...command, packageCount: PACKAGES });
    if (this.ours === before) return;
    this.#declaredWrongly ||= !isTrue;
    this.#redeclared ||= isFinal(before.status);
    this.visited.add(`declared ${outcome}`);
    if (isEnd) this.#supersede(packageNumber === undefined ? [1, PACKAGES] : [packageNumber]);
  }

  #supersede(packages: readonly number[]): void {
    for (const key of this.history) for (const parcel of packages) this.#superseded.add(`${key} ${parcel}`);
  }

  /** The courier books by phone, or reports the waybill that it has. */
  setWaybill(choice: number): void {
    if (this.ours.status !== 'PENDING' && this.ours.status !== 'BOOKING_FAILED') return;
    if (this.#inFlight.length > 0) return;
    const courier = COURIERS[choice % 2] as string;
    if (this.waybills.length > 0 && this.waybills[0]?.courier !== courier) return;
    // Refused: the first courier may have booked.
    if (this.ours.booking === 'asked' && courier !== this.ours.courier) return;
    const awb = this.waybills[0]?.awb ?? this.#issueWaybill(courier);
    this.visited.add('waybill by hand');
    this.#apply({ kind: 'set-waybill', awb, courier });
  }

  /** One round of a worker, while answers to other calls may be on their way. */
  callCourier(behaviour: CallBehaviour, next?: string): void {
    const call = nextCourierCall(this.ours);
    if (call === undefined) return;
    this.#apply({ kind: 'start-call' });
    const { version, courier } = this.ours;
    if (behaviour === 'crash-before-send') return;
    if (call === 'book') this.#book(behaviour, { version, courier, next });
    if (call === 'find') this.#answer(behaviour, this.#lookUp(version, courier));
    if (call === 'cancel') this.#cancelAtCourier(behaviour, version);
  }

  /** A booking request that was on its way is lost, or takes effect. */
  landBookingRequest(choice: number): void {
    const courier = this.#inFlight.pop();
    if (courier !== undefined && choice % 3 > 0) this.#issueWaybill(courier);
  }

  receiveAnswer(choice: number): void {
    const [answer] = this.#answers.splice(choice % Math.max(1, this.#answers.length), 1);
    if (answer === undefined) return;
    const alarms = this.alarms.length;
    this.#apply(answer);
    if (answer.kind === 'booked' && this.ours.awb !== answer.awb && this.alarms.length === alarms)
      throw new Error(`a waybill was forgotten: ${answer.awb}`);
  }

  /** `sloppy`: the courier may carry a parcel that it has cancelled. Its clock may be far ahead or behind. */
  emitScan(status: ScanStatus, choice: number): void {
    const waybill = this.waybills.find(({ awb }) => awb === this.ours.awb) ?? this.waybills.at(-1);
    const sloppy = choice % 2 === 0;
    if (waybill === undefined || (waybill.cancelled && !sloppy)) return;
    const isBeforePickup = BEFORE_PICKUP.includes(status) || status === 'CANCELLED_BY_COURIER';
    if (isBeforePickup && waybill.pickedUp) return;
    if (status === 'CANCELLED_BY_COURIER') waybill.cancelled = true;
    if (!isBeforePickup) waybill.pickedUp = true;
    const isOfPackage = status !== 'CANCELLED_BY_COURIER' && (choice >> 1) % 2 === 0;
    const skew = SKEWS[(choice >> 3) % SKEWS.length] as number;
    this.#emitted.push({
      awb: waybill.awb,
      status,
      occurredAtMs: this.#clock++ + skew,
      packageNumber: isOfPackage ? ((choice >> 2) % PACKAGES) + 1 : undefined,
    });
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
    const { occurredAtMs, alarms } = judgedTime(scan, { nowMs: this.#clock, createdAtMs: 0, aheadMsMax: 10 });
    if (alarms.length > 0) this.visited.add('SCAN_TIME_UNLIKELY');
    this.#apply({ kind: 'scan', scan: { ...scan, occurredAtMs }, packageCount: PACKAGES });
  }

  #book(
    behaviour: CallBehaviour,
    { version, courier, next }: { version: number; courier: string; next: string | undefined },
  ): void {
    this.visited.add(`book ${behaviour}`);
    if (behaviour === 'sent-late') this.#inFlight.push(courier);
    else if (behaviour === 'refused') this.#answers.push({ kind: 'booking-refused', version, next });
    else this.#answer(behaviour, { kind: 'booked', awb: this.#issueWaybill(courier), courier });
  }

  /** The courier says "absent" only when no request of ours can still arrive. */
  #lookUp(version: number, courier: string): Command | undefined {
    const awb = this.waybills.find((waybill) => waybill.courier === courier)?.awb;
    if (awb !== undefined) return { kind: 'booked', awb, courier };
    return this.#inFlight.length > 0 ? undefined : { kind: 'booking-absent', version };
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

  #issueWaybill(courier: string): string {
    const awb = `AWB${this.waybills.length + 1}`;
    this.waybills.push({ awb, courier, cancelled: false, pickedUp: false });
    return awb;
  }

  #apply(command: Command): void {
    const before = this.ours;
    let decision: Decision;
    try {
      decision = decide(before, command);
    } catch {
      return void this.visited.add(`${command.kind} too late`);
    }
    this.#checkEntered(before, decision, command);
    this.#checkPassedOn(before, decision, command);
    if (decision.state !== before && decision.state.version <= before.version)
      throw new Error('a change without a new version');
    const isDeclared = command.kind === 'declare-outcome';
    if (isFinal(before.status) && decision.entered.length > 0 && decision.alarms.length === 0 && !isDeclared)
      throw new Error(`${before.status} was corrected without an alarm`);
    for (const alarm of decision.alarms) {
      this.alarms.push(alarm);
      this.visited.add(alarm);
    }
    if (decision.enteredPackage !== undefined) this.visited.add('package');
    for (const fact of decision.facts) this.visited.add(fact);
    this.facts.push(...decision.facts);
    this.ours = decision.state;
  }

  /** Another courier is asked only when none may have booked, and never after a cancellation. */
  #checkPassedOn(before: ShipmentState, { state, facts }: Decision, command: Command): void {
    if (command.kind !== 'booking-refused' || state === before || state.status !== 'PENDING') return;
    this.visited.add('passed on');
    if (before.cancelWanted || state.courier !== command.next || state.booking !== 'unasked' || facts.length > 0)
      throw new Error(`a refusal was passed on wrongly: ${JSON.stringify([before, state])}`);
  }

  #checkEntered(before: ShipmentState, { state, entered }: Decision, command: Command): void {
    const last = entered.reduce<Status>((from, { status }) => {
      if (!NEXT[from].includes(status))
        throw new Error(`illegal transition ${from} → ${status} by ${JSON.stringify(command)}`);
      this.visited.add(status);
      return status;
    }, before.status);
    if (last !== state.status) throw new Error(`the last status entered is ${last}, the state has ${state.status}`);
    if (entered.some(({ status, inferred }) => inferred && status === 'RETURN_TO_ORIGIN' && last === 'LOST'))
      throw new Error('a loss invented a return');
  }

  /** Everything on its way arrives, and the worker runs until no call is due. */
  #settle(): void {
    for (let round = 0; round < 20; round++) {
      while (this.#inFlight.length > 0) this.landBookingRequest(round % 2);
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
    if (this.waybills.length > 1 && !this.#personErred)
      throw new Error(`${this.waybills.length} bookings of one shipment`);
    for (const fact of ['booked', 'cancelled', 'delivered'] as const) {
      const isCorrected = this.alarms.includes('SCANS_CONTRADICT') || this.#superseded.size > 0 || this.#redeclared;
      if (this.facts.filter((known) => known === fact).length > 1 && !(fact === 'delivered' && isCorrected))
        throw new Error(`published twice: ${fact}`);
    }
    this.#checkDeliveries();
    const waybill = this.waybills.find(({ awb }) => awb === this.ours.awb);
    if (waybill !== undefined) this.#checkWaybill(waybill);
    else if (this.waybills.length > 0 && !this.#personErred) this.#checkWaybill(this.waybills[0] as Waybill);
  }

  #checkHistory(): void {
    for (const scan of this.#emitted)
      if (scan.awb === this.ours.awb && !this.history.has(keyOf(scan))) throw new Error('a scan is missing');
    if (this.acknowledged.size !== this.history.size) throw new Error('a scan was acknowledged and not stored');
  }

  /** No delivery disappears, whatever its time and whenever it arrives: only a hand-over to the sender outweighs it. */
  #checkDeliveries(): void {
    const handedOver = (end: Status): boolean => end === 'DELIVERED' || end === 'RETURNED';
    const { packages, status } = this.ours;
    for (const scan of this.#emitted.filter((one) => one.status === 'DELIVERED' && this.history.has(keyOf(one)))) {
      const isOpen = (index: number): boolean => !this.#superseded.has(`${keyOf(scan)} ${index + 1}`);
      if (!(scan.packageNumber === undefined ? [0, 1] : [scan.packageNumber - 1]).every(isOpen)) continue;
      const concerned = packages?.filter((_, index) => [undefined, index + 1].includes(scan.packageNumber));
      if (!(concerned ?? [{ status }]).some((one) => handedOver(one.status)))
        throw new Error(`a delivery disappeared: ${JSON.stringify([scan, this.ours])}`);
    }
  }

  #checkWaybill(waybill: Waybill): void {
    if (this.#declaredWrongly) return;
    const { status, awb } = this.ours;
    if (awb !== waybill.awb) throw new Error(`the courier has ${waybill.awb}, we are ${status} with ${awb}`);
    const isBeforePickup = BEFORE_PICKUP.includes(status);
    const { cancelled, pickedUp } = waybill;
    for (const [isWrong, message] of [
      [!cancelled && !pickedUp && !isBeforePickup, 'a live waybill'],
      [cancelled && !pickedUp && !isCancelled(status), 'a cancelled waybill'],
      [!cancelled && pickedUp && (isCancelled(status) || isBeforePickup), 'goods on their way'],
      [isCancelled(status) && pickedUp, 'goods picked up after a cancellation'],
    ] as const) {
      if (isWrong) throw new Error(`${message}, and we are ${status}`);
    }
  }
}

/** How far the courier's clock is off, scan by scan. */
const SKEWS = [0, 0, 0, -5, 5, 1_000_000, -1e12, -40];

/** What an action's number stands for; `choice` varies it. Some actions appear twice, to make them more frequent. */
export const ACTIONS: readonly ((world: World, choice: number) => void)[] = [
  (world) => world.cancel(),
  (world) => world.callCourier('answered'),
  (world) => world.callCourier('answered'),
  (world) => world.callCourier('answer-lost'),
  (world) => world.callCourier('sent-late'),
  (world) => world.callCourier('crash-before-send'),
  // The choice of the courier may name another one, or another service of the same one.
  (world, choice) => world.callCourier('refused', [undefined, ...COURIERS][choice % 3]),
  (world, choice) => world.landBookingRequest(choice),
  (world, choice) => world.receiveAnswer(choice),
  (world, choice) => world.emitScan(SCAN_STATUSES[choice % SCAN_STATUSES.length] as ScanStatus, choice >> 2),
  (world, choice) => world.emitScan(SCAN_STATUSES[choice % SCAN_STATUSES.length] as ScanStatus, choice >> 2),
  (world, choice) => world.emitScan('PICKED_UP', choice),
  (world, choice) => world.receiveScan(choice),
  (world, choice) => world.receiveScan(choice),
  (world, choice) => world.receiveScan(choice, { crash: true }),
  (world, choice) => world.retryBooking(choice),
  (world, choice) => world.receiveAnswer(choice >> 1),
  (world, choice) => world.declareAbsent(choice),
  (world, choice) => world.setWaybill(choice),
  (world) => world.edit(),
  (world, choice) => world.declareOutcome(OUTCOMES[choice % OUTCOMES.length] as Declared, choice >> 3),
];

function keyOf({ awb, status, occurredAtMs, packageNumber }: Scan): string {
  return `${awb} ${status} ${occurredAtMs} ${packageNumber ?? 0}`;
}
