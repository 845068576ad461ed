import { Module } from '@nestjs/common';

/** The gateway has no controllers: its routes are the rows of routes.ts, hooked up by serve-routes.ts. */
@Module({})
export class GatewayModule {}
