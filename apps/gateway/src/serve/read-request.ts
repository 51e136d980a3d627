import { Inject, Injectable } from '@nestjs/common';
import { type Endpoint, ProblemError } from '@svc/contracts';
import { CONFIG } from '@svc/platform';
import { z } from 'zod';
import { grantedIn } from '../audit/granted-in';
import { hashBody } from '../audit/parameter-digests';
import type { Config } from '../config';
import { decodeRequest, type ValidRequest } from '../request/decode-request';
import { RequireKnown } from '../principal/require-known';
import { negotiate } from '../request/negotiate';
import { parseBody, requireJson } from '../request/parse-body';
import { hasBody, readBody } from '../request/read-body';
import { receiveUpload } from '../upload/receive-upload';
import { UploadAllowance } from '../upload/upload-allowance';
import { type StagedUpload, UPLOAD_AREA, type UploadArea } from '../upload/upload.ports';
import type { Visit } from './visit';

export interface ReadRequestResult {
  readonly message: ValidRequest;
  /** The staged upload; to be removed when the request fails. */
  readonly staged: StagedUpload | null;
}

/** Builds the operation's message from path, query, headers and body. */
@Injectable()
export class ReadRequest {
  constructor(
    @Inject(UPLOAD_AREA) private readonly uploads: UploadArea,
    @Inject(CONFIG)
    private readonly config: Pick<Config, 'SVC_MAX_BODY_BYTES' | 'SVC_MAX_UPLOAD_BYTES' | 'SVC_IDLE_BODY_MS'>,
    @Inject(RequireKnown) private readonly known: RequireKnown,
    @Inject(UploadAllowance) private readonly allowance: UploadAllowance,
  ) {}

  async read(endpoint: Endpoint, visit: Visit): Promise<ReadRequestResult> {
    const form = negotiate(endpoint, visit.request);
    const { body, staged } = await this.body(endpoint, visit);
    const raw = {
      params: visit.request.params,
      query: visit.query,
      body,
      ifMatch: visit.request.get('if-match'),
      lastEventId: visit.request.get('last-event-id'),
      ...form,
    };
    try {
      const message = decodeRequest(endpoint, raw);
      visit.granted = { ...grantedIn(endpoint.records, message.body), ...grantedIn(endpoint.records, message.query) };
      await this.known.in(message.body, endpoint.names);
      return { message, staged };
    } catch (error) {
      await staged?.discard();
      throw error;
    }
  }

  /** The caller's staging area: what it holds counts as theirs until this visit ends. */
  private areaOf({ principal, response }: Visit): UploadArea {
    const caller = principal?.id ?? '';
    const held = { bytes: 0 };
    response.once('close', () => this.allowance.release(caller, held));
    return { stage: (source) => this.uploads.stage(this.allowance.counted(caller, held, source)) };
  }

  private async body(
    endpoint: Endpoint,
    visit: Visit,
  ): Promise<{ readonly body: unknown; readonly staged: StagedUpload | null }> {
    const { request } = visit;
    const idleMs = this.config.SVC_IDLE_BODY_MS;
    if (endpoint.consumes === 'upload')
      return receiveUpload(endpoint, request, this.areaOf(visit), {
        maxFileBytes: this.config.SVC_MAX_UPLOAD_BYTES,
        idleMs,
      });
    // A body on GET has no meaning (RFC 9110 §9.3.1), so it is not read.
    if (endpoint.method === 'GET' || !hasBody(request)) return { body: undefined, staged: null };
    requireJson(request.headers);
    const bytes = await readBody(request, { maxBytes: this.config.SVC_MAX_BODY_BYTES, idleMs });
    if (!holdsPassword(endpoint)) visit.bodyHash = hashBody(bytes);
    return { body: parseBody(bytes), staged: null };
  }
}

/** Not even a salted digest of a password belongs in a log that is never redacted: with the salt it could be guessed. */
function holdsPassword({ body }: Endpoint): boolean {
  return body instanceof z.ZodObject && 'password' in body.shape;
}

/** True when a failed call may still be running, so that its staged upload must stay. */
export function mayStillRun(error: unknown): boolean {
  return (
    !(error instanceof ProblemError) ||
    error.code === 'deadline-exceeded' ||
    error.code === 'unavailable' ||
    error.code === 'internal'
  );
}
