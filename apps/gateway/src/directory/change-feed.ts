/** Tells every replica of the gateway that something with an id is not what it was. */
export interface ChangeFeed {
  /** False while nothing would arrive: then nobody may rely on having been told. */
  readonly live: boolean;
  announce(id: string): Promise<void>;
  listen(onChanged: (id: string) => void): void;
}
