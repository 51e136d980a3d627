import type { S3Client } from '@aws-sdk/client-s3';
import { readUnverifiedCheckpoint } from '@svc/audit-chain';
import type { Anchor, AnchorDestination } from '../anchor.ports';

const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 15_000;

/** A bucket of an S3-compatible object store. */
export interface BucketPlace {
  /** `s3://bucket` or `s3://bucket/folder`. */
  readonly url: string;
  /** The endpoint of a store other than Amazon's. Buckets are then addressed by path. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** `access key id:secret access key`; without it the SDK uses its default chain (role of the machine, web identity, its own files). */
  readonly key?: string | undefined;
}

/**
 * Stores every checkpoint as an object `<size>.note`. Each is written on condition that the name is free, so
 * nothing is ever replaced; the store MUST honour `If-None-Match: *`. Needs `s3:PutObject`, and `s3:GetObject` to recognise
 * a repetition.
 */
export class AnchorBucket implements AnchorDestination {
  readonly name = 'bucket';
  private readonly bucket: string;
  private readonly folder: string;
  private client: Promise<S3Client> | undefined;

  constructor(private readonly place: BucketPlace) {
    const { host, pathname } = new URL(place.url);
    this.bucket = host;
    this.folder = pathname.replace(/^\/+|\/+$/g, '');
  }

  async publish({ note, size, root }: Anchor): Promise<void> {
    const name = `${String(size).padStart(12, '0')}.note`;
    const object = { Bucket: this.bucket, Key: this.folder === '' ? name : `${this.folder}/${name}` };
    const { GetObjectCommand, PutObjectCommand, S3ServiceException } = await import('@aws-sdk/client-s3');
    const client = await this.open();
    try {
      await client.send(
        new PutObjectCommand({ ...object, Body: note, ContentType: 'text/plain; charset=utf-8', IfNoneMatch: '*' }),
      );
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.name !== 'PreconditionFailed') throw error;
      const kept = readUnverifiedCheckpoint(
        (await (await client.send(new GetObjectCommand(object))).Body?.transformToString()) ?? '',
      );
      if (kept.root !== root)
        throw new Error(
          `${this.place.url} has another checkpoint of ${size} records under ${name}: the log was forked`,
          { cause: error },
        );
    }
  }

  /** The SDK is loaded when the first checkpoint comes: no service waits for it at its start. */
  private open(): Promise<S3Client> {
    this.client ??= connect(this.place);
    return this.client;
  }
}

async function connect({ endpoint, region, key }: BucketPlace): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const [accessKeyId = '', secretAccessKey = ''] = key?.split(/:(.*)/s) ?? [];
  return new S3Client({
    region,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
    },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(key === undefined ? {} : { credentials: { accessKeyId, secretAccessKey } }),
  });
}
