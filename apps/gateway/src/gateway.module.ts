import { Module } from '@nestjs/common';

/** The gateway has no controllers: requests/serve-routes.ts serves the rows of routes.ts. */
@Module({})
export class GatewayModule {}
