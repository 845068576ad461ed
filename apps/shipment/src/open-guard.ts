import { SetMetadata } from '@nestjs/common';
import type { CustomDecorator, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import type { Opener } from '@qafila/auth/seal';

const OPEN = 'shipment:open';

export function OpenToAll(): CustomDecorator {
  return SetMetadata(OPEN, true);
}

export class ShipmentGuard extends PrincipalGuard {
  constructor(opener: Opener, private readonly metadata: Reflector) {
    super(opener, metadata);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    return this.metadata.get<boolean | undefined>(OPEN, context.getClass()) === true || super.canActivate(context);
  }
}
