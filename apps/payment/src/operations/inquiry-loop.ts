import { deleteExpiredAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { PaymentDependencies } from '../dependencies.ts';
import { INQUIRY } from '../limits.ts';
import { expireTokens, inquireTokens } from '../tokens/finish-setups.ts';
import { revokeDueTokens } from '../tokens/revoke-at-gateway.ts';
import { followUpDue } from './due-operations.ts';
import { expireTried, expireUntried } from './expire-intents.ts';
import { voidLapsed } from './void-lapsed.ts';

/** One kind of background work. Returns the number of items that it found. */
type Round = () => Promise<number>;

/**
 * Finishes work that no caller waits for. Each gateway has its own loop, so that one that hangs delays only its own
 * payments; what asks no gateway has loops beside them. The due times in the rows divide the work between processes.
 */
export class InquiryLoop {
  readonly #loops = new Map<string, BackgroundLoop>();
  #isStopping = false;

  constructor(private readonly deps: PaymentDependencies) {}

  start(): void {
    for (const [name, round] of Object.entries(roundsBesideGateways(this.deps))) this.#run(name, round);
    // A store may connect a gateway at any time, and operations outlive its connection: the rows name the gateways.
    this.#run('inquiry', async () => {
      for (const gateway of await gatewaysWithWork(this.deps))
        this.#run(`inquiry.${gateway}`, () => roundOfGateway(this.deps, gateway));
      return 0;
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#loops.values()].map((loop) => loop.stop()));
  }

  #run(name: string, round: Round): void {
    if (this.#isStopping || this.#loops.has(name)) return;
    const loop = new BackgroundLoop({
      name,
      log: this.deps.log,
      backoff: { firstMs: INQUIRY.everyMs, maxMs: INQUIRY.everyMs },
      // A full round may have left some behind.
      round: async () => ((await round()) >= INQUIRY.perRoundMax ? INQUIRY.againMs : INQUIRY.everyMs),
    });
    this.#loops.set(name, loop);
    loop.start();
  }
}

/** Runs one round of all work and returns the number of items found. */
export async function inquiryRound(deps: PaymentDependencies): Promise<number> {
  const gateways = await gatewaysWithWork(deps);
  const ofGateways = await Promise.all(gateways.map((gateway) => roundOfGateway(deps, gateway)));
  const besideThem = await Promise.all(Object.values(roundsBesideGateways(deps)).map((round) => round()));
  return [...ofGateways, ...besideThem].reduce((sum, found) => sum + found, 0);
}

/** The pending operations are read one gateway at a time by the index, however many of them wait. */
async function gatewaysWithWork({ pool }: PaymentDependencies): Promise<string[]> {
  const { rows } = await pool.query<{ gateway: string }>({
    name: 'gateways-with-work',
    text: `
    WITH RECURSIVE pending AS (
      (SELECT gateway FROM operation WHERE state = 'pending' ORDER BY gateway LIMIT 1)
      UNION ALL
      SELECT (SELECT gateway FROM operation WHERE state = 'pending' AND gateway > p.gateway ORDER BY gateway LIMIT 1)
      FROM pending p WHERE p.gateway IS NOT NULL)
    SELECT gateway FROM pending WHERE gateway IS NOT NULL
    UNION SELECT gateway FROM wallet_token WHERE state = 'otp_verified'
    UNION SELECT gateway FROM wallet_token WHERE revoke_at IS NOT NULL`,
  });
  return rows.map(({ gateway }) => gateway);
}

async function roundOfGateway(deps: PaymentDependencies, gateway: string): Promise<number> {
  const found = await Promise.all([
    followUpDue(deps, gateway),
    expireTried(deps, gateway),
    inquireTokens(deps, gateway),
    revokeDueTokens(deps, gateway),
  ]);
  return Math.max(...found);
}

function roundsBesideGateways(deps: PaymentDependencies): Record<string, Round> {
  return {
    'expiry.intents': () => expireUntried(deps),
    'expiry.authorisations': () => voidLapsed(deps),
    'expiry.setups': () => expireTokens(deps),
    'expiry.answers': async () => {
      await deleteExpiredAnswers(deps);
      return 0;
    },
  };
}
