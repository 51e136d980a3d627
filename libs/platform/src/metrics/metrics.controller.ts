import type { ServerResponse } from 'node:http';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { PlatformMetrics } from './platform-metrics';

/** Prometheus text exposition. */
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(PlatformMetrics) private readonly metrics: PlatformMetrics) {}

  @Get()
  async scrape(@Res() response: ServerResponse): Promise<void> {
    const text = await this.metrics.registry.metrics();
    response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(text);
  }
}
