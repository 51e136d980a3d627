import { Module } from '@nestjs/common';
import { MetricModule } from '../metric/metric.module';
import { ExportOsi } from './export-osi';
import { ImportOsi } from './import-osi';
import { OsiController } from './osi.controller';

/** Metrics to and from Open Semantic Interchange documents. */
@Module({
  imports: [MetricModule],
  controllers: [OsiController],
  providers: [ExportOsi, ImportOsi],
})
export class OsiModule {}
