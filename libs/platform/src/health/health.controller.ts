import type { ServerResponse } from 'node:http';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { Readiness } from './readiness';

/** Probes for an orchestrator; they reveal nothing useful to an attacker. */
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** Answers as long as the event loop turns. */
  @Get('live')
  live(): { readonly status: 'alive' } {
    return { status: 'alive' };
  }

  /** 200 when this process should get traffic, else 503; both name each condition. */
  @Get('ready')
  async ready(@Res() response: ServerResponse): Promise<void> {
    const report = await this.readiness.report();
    response.writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(report));
  }
}
