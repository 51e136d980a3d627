import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { UserModule } from '../user/user.module';
import { AccessReviewController } from './access-review.controller';
import { ReviewAccess } from './review-access';

/** Who may see what, for a review. */
@Module({
  imports: [TokenModule, UserModule],
  controllers: [AccessReviewController],
  providers: [ReviewAccess],
})
export class AccessReviewModule {}
