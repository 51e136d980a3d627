import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { UploadModule } from '../upload/upload.module';
import { ReadUsage } from './read-usage';
import { UsageController } from './usage.controller';

/** What a caller uses of what one may. */
@Module({
  imports: [RateLimitModule, UploadModule],
  controllers: [UsageController],
  providers: [ReadUsage],
})
export class UsageModule {}
