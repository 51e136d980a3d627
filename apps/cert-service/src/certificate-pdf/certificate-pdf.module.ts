import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { PrintingThread } from './adapters/printing-thread';
import { CERTIFICATE_PRINTER } from './certificate-printer';

/**
 * Prints certificates in a thread of its own. Global, and imported by the service alone, so that tests can give the thread
 * another program.
 */
@Global()
@Module({
  providers: [
    {
      provide: CERTIFICATE_PRINTER,
      useFactory: () => new PrintingThread(join(__dirname, 'print-page.worker.js')),
    },
  ],
  exports: [CERTIFICATE_PRINTER],
})
export class CertificatePdfModule {}
