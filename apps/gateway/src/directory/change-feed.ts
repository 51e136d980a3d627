/** Tells every replica of the gateway that an entity has changed. */
export interface ChangeFeed {
  /** False while disconnected: then caches must not rely on being told. */
  readonly live: boolean;
  announce(id: string): Promise<void>;
  listen(onChanged: (id: string) => void): void;
}
