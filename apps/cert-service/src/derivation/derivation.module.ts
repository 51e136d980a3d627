import { Module } from '@nestjs/common';
import { sharingController } from '@svc/platform';
import { DefinitionModule } from '../definition/definition.module';
import { RunModule } from '../run/run.module';
import { CertificationController } from './certification.controller';
import { DeleteDerivation } from './delete-derivation';
import { DerivationController } from './derivation.controller';
import { PresentDerivation } from './present-derivation';
import { PutDerivation } from './put-derivation';
import { ReadDerivations } from './read-derivations';
import { RevokeDerivation } from './revoke-derivation';
import { ShareDerivation } from './share-derivation';
import { TakeOverController } from './take-over.controller';
import { TakeOverDerivation } from './take-over-derivation';

/** What callers do with derivations. Gives others how a derivation is shown. */
@Module({
  imports: [DefinitionModule, RunModule],
  controllers: [
    DerivationController,
    sharingController('derivation', ShareDerivation),
    TakeOverController,
    CertificationController,
  ],
  providers: [
    PutDerivation,
    ReadDerivations,
    DeleteDerivation,
    RevokeDerivation,
    TakeOverDerivation,
    PresentDerivation,
    ShareDerivation,
  ],
  exports: [PresentDerivation],
})
export class DerivationModule {}
