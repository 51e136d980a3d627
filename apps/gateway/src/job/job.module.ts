import { Module } from '@nestjs/common';
import { JobListController } from './job-list.controller';
import { ListJobs } from './list-jobs';

/** The jobs of all services in one list. */
@Module({
  controllers: [JobListController],
  providers: [ListJobs],
})
export class JobModule {}
