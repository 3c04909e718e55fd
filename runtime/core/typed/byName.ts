/** The order in which lists show names: Chinese by pinyin, others without regard to case, numbers in them by size. */

/** Collation in which lists order texts (migration `values`). Indexes of texts have it, so no other order is served by one. */
export const NAMES = 'platform_names'

/** For `orderBy('name', byName)` of a handler. */
export function byName<T>(order: { collate(collation: typeof NAMES): T }): T {
  return order.collate(NAMES)
}
