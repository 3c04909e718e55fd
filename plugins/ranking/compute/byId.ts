/** Order of ids, which are whole numbers written as text. */
export function byId(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other))
}
