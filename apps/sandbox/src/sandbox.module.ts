import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CardPageController } from './card-page/card-page.controller.ts';
import { HomeController } from './control-pages/home.controller.ts';
import { ParcelPagesController } from './control-pages/parcel-pages.controller.ts';
import { ControlController } from './control/control.controller.ts';
import { DisputeControlController } from './control/dispute-control.controller.ts';
import { ParcelControlController } from './control/parcel-control.controller.ts';
import { EconomyController } from './economy/economy.controller.ts';
import { ExpressDailyController } from './express/express-daily.controller.ts';
import { ExpressController } from './express/express.controller.ts';
import { GatewayAController } from './gateway-a/gateway-a.controller.ts';
import { GatewayBController } from './gateway-b/gateway-b.controller.ts';
import { SuspendedReplies } from './http/suspended-replies.ts';
import { SANDBOX } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { SandboxFilter } from './sandbox.filter.ts';
import { AppController } from './wallet/app.controller.ts';
import { WalletController } from './wallet/wallet.controller.ts';

/** The one module of the sandbox. */
@Module({})
export class SandboxModule {
  static of(sandbox: Sandbox): DynamicModule {
    return {
      module: SandboxModule,
      controllers: [
        HomeController,
        WalletController,
        AppController,
        GatewayAController,
        GatewayBController,
        CardPageController,
        DisputeControlController,
        ControlController,
        ExpressController,
        ExpressDailyController,
        EconomyController,
        ParcelControlController,
        ParcelPagesController,
      ],
      providers: [
        { provide: SANDBOX, useValue: sandbox },
        { provide: SuspendedReplies, useValue: sandbox.suspendedReplies },
        { provide: APP_FILTER, useValue: new SandboxFilter(sandbox) },
      ],
    };
  }
}
