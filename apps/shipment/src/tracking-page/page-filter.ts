import { Catch, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { askedLanguage, sendPage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { notFoundPage, troublePage } from './page.ts';

/** Shows receivers a page in their language when something fails. */
@Catch()
export class TrackingPageFilter implements ExceptionFilter {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.deps.log.error({ error: (error as Error).stack }, 'page.unforeseen');
    const language = askedLanguage(request);
    const path = (request.url.split('?', 1)[0] as string).replace(/\/problem$/, '');
    sendPage(
      http.getResponse<PageReply>(),
      refusal.status === 404 ? notFoundPage(language) : troublePage(language, refusal.status, path),
    );
  }
}
