/** How many rows a file got, and whether there were more. */
export interface Exported {
  readonly rows: number;
  readonly truncated: boolean;
}
