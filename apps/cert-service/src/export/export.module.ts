import { Module } from '@nestjs/common';
import { DefinitionModule } from '../definition/definition.module';
import { DerivationModule } from '../derivation/derivation.module';
import { RunModule } from '../run/run.module';
import { ExportDerivation } from './export-derivation';
import { ExportController } from './export.controller';

/** Derivations with their evidence, as one document. */
@Module({
  imports: [DefinitionModule, DerivationModule, RunModule],
  controllers: [ExportController],
  providers: [ExportDerivation],
})
export class ExportModule {}
