import { type FactoryProvider, Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { featureViewDefinition } from '@svc/contracts';
import { type Clock, CLOCK, namedObjectControllers, NamedObjects } from '@svc/platform';
import { DataSource } from 'typeorm';
import { EntityModule } from '../entity/entity.module';
import { FindEntities } from '../entity/find-entities';
import { admitView } from './admit-view';
import { DescribeView } from './describe-view';
import { JudgeView } from './judge-view';
import { ViewController } from './view.controller';
import { FindViews } from './find-views';

/** Injects the `NamedObjects` of feature views. */
const VIEWS = Symbol('FeatureViews');

const views: FactoryProvider = {
  provide: VIEWS,
  useFactory: (source: DataSource, clock: Clock, judging: JudgeView, entities: FindEntities) =>
    new NamedObjects(source, clock, {
      what: 'feature view',
      table: 'feature_view',
      definition: featureViewDefinition,
      history: true,
      check: (view, context) => judging.require(view, context),
      admit: (change, on) => admitView(change, on, entities),
    }),
  inject: [DataSource, CLOCK, JudgeView, FindEntities],
};

/** Feature views. */
@Module({
  imports: [EntityModule],
  controllers: [...namedObjectControllers('feature_view', featureViewDefinition, VIEWS), ViewController],
  providers: [views, JudgeView, DescribeView, FindViews, { provide: CERTIFIED_SOURCES, useClass: CertSources }],
})
export class ViewModule {}
