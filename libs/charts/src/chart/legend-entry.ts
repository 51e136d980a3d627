/** A colour, its shape, and what they stand for. */
export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly shape: Shape;
}
export const SHAPES = ['circle', 'rect', 'triangle', 'diamond'] as const;
export type Shape = (typeof SHAPES)[number];

/** The shape of the entry at a place: colours are told apart by shape, too. */
export function shapeAt(index: number): Shape {
  return SHAPES[index % SHAPES.length] ?? 'circle';
}
