/** A whole list as the page of it that a list call answers. */
export interface Paged {
  pageNum?: number
  pageSize?: number
}
const DEFAULT_SIZE = 100

export function listed<T>(all: readonly T[], { pageNum = 1, pageSize = DEFAULT_SIZE }: Paged): { list: T[]; total: number } {
  return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length }
}
