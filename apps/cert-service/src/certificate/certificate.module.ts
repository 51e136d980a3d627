import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import { AuditModule } from '../audit/audit.module';
import type { Config } from '../config';
import { DefinitionModule } from '../definition/definition.module';
import { RunModule } from '../run/run.module';
import { AnnounceCertificate } from './announce-certificate';
import { CertificateController } from './certificate.controller';
import { ReadCertificate } from './read-certificate';
import { PUBLIC_URL, ReadCertificatePdf } from './read-certificate-pdf';
import { VerifyCertificate } from './verify-certificate';

/** What callers do with certificates, which runs issue. */
@Module({
  imports: [AuditModule, DefinitionModule, RunModule],
  controllers: [CertificateController],
  providers: [
    ReadCertificate,
    ReadCertificatePdf,
    VerifyCertificate,
    AnnounceCertificate,
    {
      provide: PUBLIC_URL,
      useFactory: (config: Config) => (config.SVC_PUBLIC_URL ?? '').replace(/\/+$/, ''),
      inject: [CONFIG],
    },
  ],
})
export class CertificateModule {}
