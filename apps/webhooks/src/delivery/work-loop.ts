import { within } from '@qafila/messaging/within';
import { DATABASE_LIMITS } from '@qafila/runtime/database';
import type { Logger } from '@qafila/runtime/log';
import type { EndpointSource } from '../endpoints/load-endpoints.ts';
import { readBacklog } from './backlog.ts';
import { CHANNEL_LIMITS } from './channel.ts';
import type { Channel } from './channel.ts';
import type { Dispatcher } from './dispatcher.ts';
import { EndpointConfigs } from './endpoint-configs.ts';
import type { Lane, LaneLeases } from './lane-leases.ts';
import { roomOf } from './pacing.ts';
import { takeOver } from './take-over.ts';
import { claimRetries, grant, lookForWork, unclaimRetries, withdraw } from './take-work.ts';

export const WORK_LIMITS = {
  /** Breakers, rates and due retries are looked at this often; deliveries do not wait for it. */
  tickMs: 100,
  lookEveryMs: 2_000,
  /** Gauges of what waits in the database. */
  measureEveryMs: 10_000,
  channelIdleMs: 60_000,
  channelsPerStatementMax: 200,
  failureDelayMsMax: 2_000,
  /** Of a process whose memory for bodies is full, an endpoint still gets so many: those that are dead cannot starve the others. */
  roomWhenFull: 20,
  /** A claim whose answer was lost may be committed until its statement's deadline. */
  doubtMs: DATABASE_LIMITS.statementTimeoutMs + 5_000,
  /** For attempts under way when the process stops or gives a lane away. */
  drainMs: 10_000,
} as const;

export interface WorkLoopOptions { dispatcher: Dispatcher; leases: LaneLeases; source: EndpointSource; log: Logger }

/** Brings the dispatcher what it may send: lanes, endpoints, grants and retries. One round at a time; wakes come from everywhere. */
export class WorkLoop {
  #stopping = false;
  #running: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;
  #woken = false;
  #lookAtMs = 0;
  #measureAtMs = 0;
  #failures = 0;
  /** Lanes that are ours and in order. */
  readonly #ready = new Map<number, number>();
  /** Lanes that are being handed on: still ours by their lease, and not taken in again. */
  readonly #leaving = new Set<number>();
  readonly #configs: EndpointConfigs;
  /** Channels with a claim that we do not know the end of, and until when it may come to light. */
  readonly #doubtful = new Map<Channel, number>();

  constructor(private readonly options: WorkLoopOptions) {
    options.dispatcher.onNeed = () => this.wake();
    this.#configs = new EndpointConfigs({ ...options, onLoaded: () => this.wake() });
    options.dispatcher.holds = (channel) => options.leases.epochOf(channel.lane) === channel.epoch;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Our epoch of the lane, when it is in order. */
  epochOf(lane: number): number | undefined {
    const epoch = this.#ready.get(lane);
    return epoch !== undefined && this.options.leases.epochOf(lane) === epoch ? epoch : undefined;
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** An endpoint's settings changed, here or in another process. */
  endpointChanged(endpointNo: number): void {
    this.#configs.changed(endpointNo);
    this.wake();
  }

  /** There may be something new for this endpoint: a delivery written elsewhere, or a retry asked for. */
  workArrived(): void {
    this.#lookAtMs = 0;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#running;
    this.options.dispatcher.stop();
    await this.#giveUp([...this.#ready.keys()]).catch((error: Error) => this.options.log.warn({ error: error.message }, 'delivery.release_failed'));
    this.options.dispatcher.recorder.stop();
    await this.options.leases.leave().catch(() => {});
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      try {
        await this.#round();
        this.#failures = 0;
      } catch (error) {
        if (this.#failures++ % 20 === 0) this.options.log.warn({ error: (error as Error).message }, 'delivery.waiting');
      }
      if (!this.#stopping) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#failures > 0) return sleep(Math.min(WORK_LIMITS.failureDelayMsMax, 50 * 2 ** Math.min(this.#failures, 10)));
    if (this.#woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WORK_LIMITS.tickMs);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
    this.#wake = undefined;
  }

  async #round(): Promise<void> {
    await this.#tendLanes();
    if (Date.now() >= this.#lookAtMs) await this.#look();
    // Beside the round: lanes must be renewed meanwhile.
    this.#configs.load();
    await this.#grant();
    await this.#claimRetries();
    await this.#measure();
    this.#forgetIdle();
    this.options.dispatcher.pumpAll();
  }

  async #tendLanes(): Promise<void> {
    const { leases, source } = this.options;
    const { lost, share } = await leases.tend();
    // What another process owns now it has judged already; our late outcomes go to the log and change nothing.
    if (lost.length > 0) this.#drop(lost);
    const held = leases.lanes.filter((lane) => !this.#leaving.has(lane));
    const unready: Lane[] = held.map((lane) => ({ lane, epoch: leases.epochOf(lane) as number })).filter(({ lane, epoch }) => this.#ready.get(lane) !== epoch);
    if (unready.length > 0) {
      await takeOver(source.pool, leases.owner, unready);
      this.#drop(unready.map(({ lane }) => lane));
      for (const { lane, epoch } of unready) this.#ready.set(lane, epoch);
      this.#lookAtMs = 0;
    }
    const surplus = held.slice(share);
    // One by one: a request that hangs holds up its own lane only.
    for (const lane of this.#stopping ? [] : surplus) void this.#giveUp([lane]).catch((error: Error) => this.options.log.warn({ error: error.message }, 'delivery.release_failed'));
  }

  #drop(lanes: number[]): void {
    const { channels } = this.options.dispatcher;
    for (const lane of lanes) this.#ready.delete(lane);
    for (const channel of channels.values()) {
      if (!lanes.includes(channel.lane)) continue;
      channels.delete(channel.endpointNo);
      for (const job of channel.drain()) this.options.dispatcher.queuedBytes -= job.body.length;
    }
  }

  /** Ends the attempts under way, gives back what was not tried, and lets the lanes go. */
  async #giveUp(lanes: number[]): Promise<void> {
    const { dispatcher, leases } = this.options;
    for (const lane of lanes) {
      this.#leaving.add(lane);
      this.#ready.delete(lane);
    }
    try {
      await this.#empty([...dispatcher.channels.values()].filter((channel) => lanes.includes(channel.lane)));
    } finally {
      // What was not given back, the lanes' next owner takes back itself; lanes that we kept all the same would be nobody's.
      await leases.release(lanes).finally(() => { for (const lane of lanes) this.#leaving.delete(lane); });
    }
  }

  async #empty(channels: Channel[]): Promise<void> {
    const { dispatcher, source } = this.options;
    for (const channel of channels) {
      dispatcher.channels.delete(channel.endpointNo);
      dispatcher.giveBack(channel);
    }
    const untilMs = Date.now() + WORK_LIMITS.drainMs;
    while (channels.some((channel) => channel.underWay > 0) && Date.now() < untilMs) await sleep(20);
    await within(dispatcher.recorder.flushed(), Math.max(1_000, untilMs - Date.now()));
    await withdraw(source.pool, channels.filter((channel) => channel.underWay === 0 && channel.unrecorded === 0));
  }

  async #look(): Promise<void> {
    const { dispatcher, source } = this.options;
    this.#lookAtMs = Date.now() + WORK_LIMITS.lookEveryMs;
    await this.#settleDoubts();
    for (const found of await lookForWork(source.pool, [...this.#ready.keys()])) {
      const epoch = this.epochOf(found.lane);
      if (epoch === undefined) continue;
      const channel = dispatcher.channels.get(found.endpointNo) ?? dispatcher.open(found.endpointNo, found.lane, epoch);
      if (found.head !== null) channel.head = Math.max(channel.head, found.head);
      if (found.retryDueAtMs !== null) channel.retryDueAtMs = Math.min(channel.retryDueAtMs, found.retryDueAtMs);
    }
    this.#configs.findOld();
  }

  async #settleDoubts(): Promise<void> {
    const { dispatcher, leases, source } = this.options;
    for (const [channel, untilMs] of this.#doubtful) {
      // A channel that is not ours any more was put in order by the lane's next owner.
      if (untilMs < Date.now() || dispatcher.channels.get(channel.endpointNo) !== channel) this.#doubtful.delete(channel);
    }
    if (this.#doubtful.size > 0) await unclaimRetries(source.pool, leases.owner, [...this.#doubtful.keys()]);
  }

  async #grant(): Promise<void> {
    const { dispatcher, source, leases } = this.options;
    const full = dispatcher.isFull;
    const roomOfChannel = (channel: Channel): number => (full ? Math.min(channel.room, WORK_LIMITS.roomWhenFull - channel.queued) : channel.room);
    const needy = [...dispatcher.channels.values()].filter((channel) => channel.endpoint !== undefined && channel.isNeedy && roomOfChannel(channel) > 0).slice(0, WORK_LIMITS.channelsPerStatementMax);
    if (needy.length === 0) return;
    // Fewer each when many ask at once, so that one answer stays small; those with more come again in the next round.
    const most = Math.max(20, Math.floor(4 * CHANNEL_LIMITS.queuedMax / needy.length));
    for (const { channel, job } of await grant(source.pool, leases.owner, needy.map((channel) => ({ channel, room: Math.min(most, roomOfChannel(channel)) })))) {
      dispatcher.takeIn(channel, job);
    }
    for (const channel of needy) dispatcher.pump(channel);
    if (needy.some((channel) => channel.isNeedy && roomOfChannel(channel) > 0 && channel.head >= (channel.expected ?? 0))) this.wake();
  }

  async #claimRetries(): Promise<void> {
    const { dispatcher, source, leases } = this.options;
    const nowMs = Date.now();
    const due = [...dispatcher.channels.values()].map((channel) => ({ channel, room: retryRoom(channel, nowMs) }))
      .filter(({ room }) => room > 0).slice(0, WORK_LIMITS.channelsPerStatementMax);
    if (due.length === 0) return;
    const claimed = await claimRetries(source.pool, leases.owner, due).catch((error: unknown) => {
      for (const { channel } of due) this.#doubtful.set(channel, Date.now() + WORK_LIMITS.doubtMs);
      this.#lookAtMs = 0;
      throw error;
    });
    for (const { channel, job } of claimed) dispatcher.takeIn(channel, job);
    for (const { channel } of due) dispatcher.pump(channel);
  }

  async #measure(): Promise<void> {
    if (Date.now() < this.#measureAtMs) return;
    this.#measureAtMs = Date.now() + WORK_LIMITS.measureEveryMs;
    const lanes = [...this.#ready.keys()];
    this.options.dispatcher.options.metrics.waiting(await readBacklog(this.options.source.pool, lanes), lanes.length);
  }

  /** An endpoint that nothing waits for is forgotten; its place is in the database. */
  #forgetIdle(): void {
    const { channels } = this.options.dispatcher;
    const beforeMs = Date.now() - WORK_LIMITS.channelIdleMs;
    for (const channel of channels.values()) {
      if (channel.usedAtMs < beforeMs && channel.isIdle && channel.retryDueAtMs === Infinity && !this.#doubtful.has(channel)) channels.delete(channel.endpointNo);
    }
  }
}

/** None while the breaker is open, or while it is paused: claimed retries would only wait in memory. */
function retryRoom(channel: Channel, nowMs: number): number {
  if (channel.retryDueAtMs > nowMs || channel.endpoint === undefined || channel.endpoint.status === 'paused') return 0;
  if (channel.endpoint.status === 'disabled') return channel.retryRoom;
  return Math.min(channel.retryRoom, roomOf(channel.pacing, 0, nowMs) * 2);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
