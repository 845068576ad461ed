import { decide, newShipment, nextCourierCall } from '../src/shipments/shipment.state.ts';
import type { Alarm, Command, Fact, Scan } from '../src/shipments/shipment.state.ts';
import { BEFORE_PICKUP, NEXT, SCAN_STATUSES, isFinal } from '../src/shipments/status.ts';
import type { ScanStatus, Status } from '../src/shipments/status.ts';

interface Waybill { awb: string; cancelled: boolean; pickedUp: boolean }
type Fate = 'answered' | 'answer-lost' | 'sent-late' | 'crash-before-send' | 'refused';

/**
 * The whole world of one shipment: a courier with a truth of its own, a network that loses and delays, and our service, which can crash
 * between any two commits. `run` plays one random interleaving; each step is a number.
 */
export class World {
  ours = newShipment();
  readonly waybills: Waybill[] = [];
  readonly facts: Fact[] = [];
  readonly alarms: Alarm[] = [];
  /** What our history holds, by the scan's key; and what the courier was told that we have. */
  readonly history = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly visited = new Set<string>();
  /** Requests to book on their way: each takes effect late, or never. */
  #inFlight = 0;
  /** Of the courier, on their way to us; they come in any order. */
  readonly #answers: Command[] = [];
  readonly #emitted: Scan[] = [];
  #clock = 1;

  run(steps: readonly number[]): void {
    for (const step of steps) this.#play(step % 16, step >> 4);
    this.#settle();
    this.#check();
  }

  #play(action: number, choice: number): void {
    switch (action) {
      case 0: return this.#apply({ kind: 'cancel' });
      case 1: case 2: return this.#work('answered');
      case 3: return this.#work('answer-lost');
      case 4: return this.#work('sent-late');
      case 5: return this.#work('crash-before-send');
      case 6: return this.#work('refused');
      case 7: if (this.#inFlight > 0) { this.#inFlight--; if (choice % 3 > 0) this.#issue(); } return;
      case 8: return this.#takeAnswer(choice);
      case 9: return this.#emit(SCAN_STATUSES[choice % SCAN_STATUSES.length] as ScanStatus, choice % 2 === 0);
      case 10: return this.#emit('PICKED_UP', choice % 2 === 0);
      case 11: case 12: return this.#takeScan(choice, false);
      case 13: return this.#takeScan(choice, true);
      case 14: return this.#apply({ kind: 'retry-booking' });
      default: return this.#takeAnswer(choice >> 1);
    }
  }

  /** One turn of a worker, while answers to others may be on their way. */
  #work(fate: Fate): void {
    const call = nextCourierCall(this.ours);
    if (call === undefined) return;
    this.#apply({ kind: 'ask' });
    const { version } = this.ours;
    if (fate === 'crash-before-send') return;
    if (call === 'book') this.#book(fate, version);
    if (call === 'find') this.#answer(fate, this.#found(version));
    if (call === 'cancel') this.#askCancel(fate, version);
  }

  #book(fate: Fate, version: number): void {
    this.visited.add(`book ${fate}`);
    if (fate === 'sent-late') this.#inFlight++;
    else if (fate === 'refused') this.#answers.push({ kind: 'booking-refused', version });
    else this.#answer(fate, { kind: 'booked', awb: this.#issue() });
  }

  /** "Absent" is the courier's word only when no request of ours can still arrive. */
  #found(version: number): Command | undefined {
    const awb = this.waybills[0]?.awb;
    if (awb !== undefined) return { kind: 'booked', awb };
    return this.#inFlight > 0 ? undefined : { kind: 'booking-absent', version };
  }

  #askCancel(fate: Fate, version: number): void {
    const waybill = this.waybills.find((one) => one.awb === this.ours.awb);
    if (waybill === undefined) throw new Error('the cancellation of a waybill that the courier does not have');
    if (fate === 'sent-late') return;
    if (waybill.pickedUp || (fate === 'refused' && !waybill.cancelled)) return void this.#answers.push({ kind: 'cancel-refused', version });
    waybill.cancelled = true;
    this.#answer(fate, { kind: 'cancel-confirmed' });
  }

  #answer(fate: Fate, answer: Command | undefined): void {
    if (answer !== undefined && fate !== 'answer-lost') this.#answers.push(answer);
  }

  #takeAnswer(choice: number): void {
    const [answer] = this.#answers.splice(choice % Math.max(1, this.#answers.length), 1);
    if (answer !== undefined) this.#apply(answer);
  }

  #issue(): string {
    const awb = `AWB${this.waybills.length + 1}`;
    this.waybills.push({ awb, cancelled: false, pickedUp: false });
    return awb;
  }

  /** A courier that takes a cancelled parcel along after all is told of by an alarm; one that does so is `sloppy`. */
  #emit(status: ScanStatus, sloppy: boolean): void {
    const waybill = this.waybills.at(-1);
    if (waybill === undefined || (waybill.cancelled && !sloppy)) return;
    const before = BEFORE_PICKUP.includes(status) || status === 'CANCELLED_BY_COURIER';
    if (before && waybill.pickedUp) return;
    if (status === 'CANCELLED_BY_COURIER') waybill.cancelled = true;
    if (!before) waybill.pickedUp = true;
    this.#emitted.push({ awb: waybill.awb, status, occurredAtMs: this.#clock++ });
  }

  /** Out of order and again and again; a crash before the commit leaves the courier without our acknowledgement. */
  #takeScan(choice: number, crash: boolean): void {
    const scan = this.#emitted[choice % Math.max(1, this.#emitted.length)];
    if (scan === undefined || crash) return;
    const key = `${scan.awb} ${scan.status} ${scan.occurredAtMs}`;
    this.acknowledged.add(key);
    if (this.history.has(key)) return void this.visited.add('duplicate scan');
    this.history.add(key);
    this.#apply({ kind: 'scan', scan });
  }

  #apply(command: Command): void {
    const before = this.ours;
    let outcome;
    try {
      outcome = decide(before, command);
    } catch {
      return void this.visited.add('cancel too late');
    }
    const end = outcome.steps.reduce<Status>((at, { status }) => {
      if (!NEXT[at].includes(status)) throw new Error(`illegal step ${at} → ${status} by ${JSON.stringify(command)}`);
      this.visited.add(status);
      return status;
    }, before.status);
    if (end !== outcome.state.status) throw new Error(`the steps end in ${end}, the state is ${outcome.state.status}`);
    if (outcome.state !== before && outcome.state.version <= before.version) throw new Error('a change without a new version');
    if (isFinal(before.status) && outcome.state !== before) throw new Error(`${before.status} is final`);
    if (outcome.alarm !== undefined) { this.alarms.push(outcome.alarm); this.visited.add(outcome.alarm); }
    for (const fact of outcome.facts) this.visited.add(fact);
    this.facts.push(...outcome.facts);
    this.ours = outcome.state;
  }

  /** Everything under way arrives, and the worker goes on until nothing is owed. */
  #settle(): void {
    for (let turn = 0; turn < 20; turn++) {
      for (; this.#inFlight > 0; this.#inFlight--) if (turn % 2 === 0) this.#issue();
      while (this.#answers.length > 0) this.#takeAnswer(0);
      this.#emitted.forEach((_, index) => this.#takeScan(index, false));
      if (nextCourierCall(this.ours) === undefined && this.#answers.length === 0) return;
      this.#work('answered');
    }
    throw new Error(`still owed to the courier after 20 turns: ${JSON.stringify(this.ours)}`);
  }

  #check(): void {
    const { status, awb, cancelWanted } = this.ours;
    if (cancelWanted) throw new Error(`a cancellation was accepted and nobody carries it out: we are ${status}`);
    if (this.waybills.length > 1) throw new Error(`${this.waybills.length} bookings of one shipment`);
    for (const scan of this.#emitted) if (!this.history.has(`${scan.awb} ${scan.status} ${scan.occurredAtMs}`)) throw new Error('a scan is lost');
    if (this.acknowledged.size !== this.history.size) throw new Error('a scan was acknowledged and not kept');
    for (const fact of ['booked', 'cancelled', 'delivered'] as const) if (this.facts.filter((one) => one === fact).length > 1) throw new Error(`told twice: ${fact}`);
    const [waybill] = this.waybills;
    if (waybill === undefined) return;
    if (awb !== waybill.awb) throw new Error(`a ghost waybill: the courier has ${waybill.awb}, we are ${status} with ${awb}`);
    const cancelled = status === 'CANCELLED' || status === 'CANCELLED_BY_COURIER';
    if (!waybill.cancelled && !waybill.pickedUp && !BEFORE_PICKUP.includes(status)) throw new Error(`a live waybill, and we are ${status}`);
    if (waybill.cancelled && !waybill.pickedUp && !cancelled) throw new Error(`a cancelled waybill, and we are ${status}`);
    if (!waybill.cancelled && waybill.pickedUp && (cancelled || BEFORE_PICKUP.includes(status))) throw new Error(`goods on their way, and we are ${status}`);
    if (cancelled && waybill.pickedUp && !this.alarms.includes('SCAN_AFTER_CANCEL')) throw new Error('goods taken along after a cancellation, and nobody is told');
  }
}
