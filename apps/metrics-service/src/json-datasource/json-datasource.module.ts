import { Module } from '@nestjs/common';
import { MetricModule } from '../metric/metric.module';
import { AnswerPanel } from './answer-panel';
import { JsonDatasourceController } from './json-datasource.controller';
import { ListTargets } from './list-targets';
import { VisibleShapes } from './visible-shapes';

/** Metrics as a JSON data source of Grafana. */
@Module({
  imports: [MetricModule],
  controllers: [JsonDatasourceController],
  providers: [VisibleShapes, ListTargets, AnswerPanel],
})
export class JsonDatasourceModule {}
