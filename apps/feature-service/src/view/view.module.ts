import { type FactoryProvider, Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { featureViewDefinition } from '@svc/contracts';
import { type Clock, CLOCK, namedObjectControllers, NamedObjects } from '@svc/platform';
import { DataSource } from 'typeorm';
import { EntityModule } from '../entity/entity.module';
import { STORED_ENTITIES, type StoredEntities } from '../entity/entity.ports';
import { admitView } from './admit-view';
import { DescribeView } from './describe-view';
import { JudgeView } from './judge-view';
import { ViewController } from './view.controller';
import { PostgresViews } from './adapters/postgres-views';
import { STORED_VIEWS } from './view.ports';

/** Injects the `NamedObjects` of feature views. */
const VIEWS = Symbol('FeatureViews');

const views: FactoryProvider = {
  provide: VIEWS,
  useFactory: (source: DataSource, clock: Clock, judging: JudgeView, entities: StoredEntities) =>
    new NamedObjects(source, clock, {
      what: 'feature view',
      table: 'feature_view',
      definition: featureViewDefinition,
      history: true,
      check: (view, context) => judging.require(view, context),
      admit: (change, on) => admitView(change, on, entities),
    }),
  inject: [DataSource, CLOCK, JudgeView, STORED_ENTITIES],
};

/** Feature views. */
@Module({
  imports: [EntityModule],
  controllers: [...namedObjectControllers('feature_view', featureViewDefinition, VIEWS), ViewController],
  providers: [
    views,
    JudgeView,
    DescribeView,
    { provide: STORED_VIEWS, useClass: PostgresViews },
    { provide: CERTIFIED_SOURCES, useClass: CertSources },
  ],
})
export class ViewModule {}
