/** What an expression may cost. Steps are counted, never timed, so that the browser and the server stop at the same place; a step is about one
 *  visited node of the tree, and the whole budget takes about 0.5 ms on a warm engine and stays below 5 ms on a cold one. */
export const LIMITS = {
  /** UTF-16 units of source. */
  source: 8_000,
  /** Nodes of the tree. */
  nodes: 2_000,
  /** Nesting of the tree: also the length of a chain such as `a || b || ...`. */
  depth: 250,
  /** Elements of one list or map literal, written in the source. */
  literal: 1_000,
  /** Arguments of one call. */
  arguments: 32,
  /** Steps of one evaluation. */
  steps: 20_000,
  /** UTF-16 units of a text made by an evaluation. */
  text: 1_000_000,
  /** Values (all levels) in the result of one evaluation. */
  result: 20_000,
  /** UTF-16 units of a regular expression. */
  pattern: 1_000,
} as const
