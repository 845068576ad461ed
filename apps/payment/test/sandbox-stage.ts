import { ports } from '@qafila/testing/ports';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { startSandboxProcess } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';

/** The payment service with the gateways of a sandbox, which calls it. */
export interface SandboxStage {
  payment: PaymentUnderTest;
  sandbox: RunningSandbox;
  stop(): Promise<void>;
}

export async function startAtSandbox({ worker }: { worker?: boolean } = {}): Promise<SandboxStage> {
  const { service } = await ports('service');
  const publicUrl = `http://127.0.0.1:${service}`;
  const sandbox = await startSandboxProcess(publicUrl);
  try {
    const payment = await startPaymentForTest({
      providers: 'from settings',
      worker,
      more: {
        PORT: String(service),
        PAYMENT_PUBLIC_URL: publicUrl,
        SANDBOX_URL: sandbox.url,
        SANDBOX_SECRET: sandbox.secret,
        PAYMENT_FEE_BASIS_POINTS: '250',
      },
    });
    const stop = async (): Promise<void> => {
      await payment.stop();
      await sandbox.stop();
    };
    return { payment, sandbox, stop };
  } catch (error) {
    // The process would keep the test run from ending.
    await sandbox.stop();
    throw error;
  }
}
