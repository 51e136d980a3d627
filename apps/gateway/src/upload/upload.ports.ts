/** A file in the warehouse's staging area, until the service that owns it adopts it. */
export interface StagedUpload {
  readonly id: string;
  readonly bytes: number;
  /** Removes it, unless it was adopted. */
  discard(): Promise<void>;
}

/** Where uploads wait. */
export interface UploadArea {
  /** Writes the bytes as they arrive. When the source fails, nothing is kept. Rejects with `insufficient-storage` when there is no room. */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedUpload>;
}

/** Injects the {@link UploadArea}. */
export const UPLOAD_AREA = Symbol('gateway.upload-area');
