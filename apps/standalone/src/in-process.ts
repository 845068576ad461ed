import { startGateway } from '@qafila/gateway/start';
import { startIdentity } from '@qafila/identity/start';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { startMetering } from '@qafila/metering/start';
import { startPayment } from '@qafila/payment/start';
import { startSandbox } from '@qafila/sandbox/start';
import { startShipment } from '@qafila/shipment/start';
import { startWebhooks } from '@qafila/webhooks/start';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { hasSandbox, withSandboxPortName, serviceEnvironment } from './deployment.ts';
import type { Deployment } from './deployment.ts';

export interface Platform {
  gatewayUrl: string;
  stop(): Promise<void>;
}

/**
 * All services in this process, over HTTP on loopback and the embedded bus. Their code is the same as in separate
 * processes.
 */
export async function startInProcess(deployment: Deployment): Promise<Platform> {
  const bus = new EmbeddedBus(createLogger('bus', 'warn'));
  const started: RunningService[] = [];
  const stop = async (): Promise<void> => {
    // Last started, first stopped: the gateway drains before the services that it calls stop.
    for (const service of started.toReversed()) await service.stop();
    await bus.stop();
  };
  const shared = { PROCESS_METRICS: 'off' };
  try {
    const identity = await startIdentity(serviceEnvironment(deployment, 'identity', shared), bus);
    started.push(identity);
    const metering = await startMetering(serviceEnvironment(deployment, 'metering', shared), bus);
    started.push(metering);
    const webhooks = await startWebhooks(
      serviceEnvironment(deployment, 'webhooks', { ...shared, IDENTITY_URL: identity.url }),
      bus,
    );
    started.push(webhooks);
    if (hasSandbox(deployment))
      started.push(
        await startSandbox(serviceEnvironment(deployment, 'sandbox', shared)).catch((error: unknown) => {
          throw withSandboxPortName(error);
        }),
      );
    const payment = await startPayment(serviceEnvironment(deployment, 'payment', shared), { bus });
    started.push(payment);
    const shipment = await startShipment(serviceEnvironment(deployment, 'shipment', shared), { bus });
    started.push(shipment);
    const urls = {
      IDENTITY_URL: identity.url,
      METERING_URL: metering.url,
      PAYMENT_URL: payment.url,
      SHIPMENT_URL: shipment.url,
      WEBHOOKS_URL: webhooks.url,
    };
    const gateway = await startGateway(serviceEnvironment(deployment, 'gateway', urls));
    started.push(gateway);
    return { gatewayUrl: gateway.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
