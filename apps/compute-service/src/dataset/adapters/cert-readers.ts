import { Injectable } from '@nestjs/common';
import { readersOfDataset } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { DatasetReaders } from '../dataset.ports';

/** Derivations as cert-service knows them. */
@Injectable()
export class CertReaders implements DatasetReaders {
  constructor(private readonly rpc: RpcClient) {}

  of(dataset: string, context: CallContext): ReturnType<DatasetReaders['of']> {
    return this.rpc.call(readersOfDataset, { dataset }, context, { retry: true });
  }
}
