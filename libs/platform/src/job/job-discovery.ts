import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { JobQueue } from './job-queue';
import type { JobHandler } from './job-run';
import { PROCESSES, type ProcessesMark } from './processes';

/** Finds the methods marked with `@Processes`. */
@Injectable()
export class JobDiscovery {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  registerAll(queue: JobQueue): void {
    // A provider with an alias is listed once per token.
    const instances = new Set(this.discovery.getProviders().map((it): unknown => it.instance));
    for (const instance of instances)
      if (typeof instance === 'object' && instance !== null) this.registerOf(instance, queue);
  }

  private registerOf(instance: object, queue: JobQueue): void {
    for (const name of this.scanner.getAllMethodNames(prototypeOf(instance))) {
      const method: unknown = Reflect.get(instance, name);
      if (!isHandler(method)) continue;
      const mark = this.reflector.get<ProcessesMark | undefined>(PROCESSES, method);
      if (mark !== undefined) queue.register(mark.kind, (run) => method.call(instance, run), mark);
    }
  }
}

function prototypeOf(instance: object): object {
  const prototype: unknown = Object.getPrototypeOf(instance);
  return typeof prototype === 'object' && prototype !== null ? prototype : {};
}

function isHandler(value: unknown): value is JobHandler {
  return typeof value === 'function';
}
