import { economyNotice } from './economy/economy-view.ts';
import { expressWebhook } from './express/express-view.ts';
import { gatewayACallback } from './gateway-a/gateway-a-view.ts';
import { gatewayBCallback } from './gateway-b/gateway-b-view.ts';
import type { CallbackFormats } from './sandbox.ts';
import { walletCallback } from './wallet/wallet-view.ts';

export const CALLBACK_FORMATS: CallbackFormats = {
  payment: { walletprovider: walletCallback, 'cardgateway-a': gatewayACallback, 'cardgateway-b': gatewayBCallback },
  scan: { 'sandbox-express': expressWebhook, 'sandbox-economy': economyNotice },
};
