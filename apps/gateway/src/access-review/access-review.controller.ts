import { Controller, Inject } from '@nestjs/common';
import { type RequestOf, type ResponseOf, reviewAccess } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReviewAccess } from './review-access';

/** `access.review`. */
@Controller()
export class AccessReviewController {
  constructor(@Inject(ReviewAccess) private readonly reviews: ReviewAccess) {}

  @Handles(reviewAccess)
  review({ params }: RequestOf<typeof reviewAccess>, context: CallContext): Promise<ResponseOf<typeof reviewAccess>> {
    return this.reviews.review(params, context);
  }
}
