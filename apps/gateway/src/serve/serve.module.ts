import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CookieModule } from '../cookie/cookie.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { PrincipalModule } from '../principal/principal.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UploadModule } from '../upload/upload.module';
import { Admission } from './admission';
import { AnswerVisit } from './answer-visit';
import { BrowserOf } from './browser-of';
import { CallService } from './call-service';
import { FollowStream } from './follow-stream';
import { HttpMetrics } from './http-metrics';
import { ReadRequest } from './read-request';
import { Routes } from './routes';
import { ServeEndpoint } from './serve-endpoint';
import { ServeTracking } from './serve-tracking';

/** The way of every request: admitted, read, passed on, answered and recorded. */
@Module({
  imports: [AuditModule, CookieModule, IdempotencyModule, PrincipalModule, RateLimitModule, SignInModule, UploadModule],
  providers: [
    Admission,
    ReadRequest,
    BrowserOf,
    CallService,
    FollowStream,
    ServeEndpoint,
    ServeTracking,
    HttpMetrics,
    AnswerVisit,
    Routes,
  ],
})
export class ServeModule {}
