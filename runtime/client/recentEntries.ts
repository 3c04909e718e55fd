/** What this browser keeps under a name for some hours: a few entries, the latest of them. */
import { readStored, writeStored } from './remembered.ts'

export interface RecentEntries<T> {
  isEmpty(): boolean
  get(key: string): T | undefined
  all(): readonly [key: string, T][]
  /** Null: forgets it. */
  put(key: string, value: T | null): void
}

type Dated<T> = T & {
  /** Milliseconds. */
  at: number
}

export function recentEntries<T extends object>(name: string, { hours, max }: { hours: number; max: number }): RecentEntries<T> {
  const read = (): Record<string, Dated<T>> => {
    const entries = Object.entries(readStored<Record<string, Dated<T>>>(name) ?? {})
    return Object.fromEntries(entries.filter(([, { at }]) => Date.now() - at < hours * 3_600_000))
  }
  return {
    isEmpty: () => Object.keys(read()).length === 0,
    get: (key) => read()[key],
    all: () => Object.entries(read()),
    put(key, value) {
      const { [key]: _, ...rest } = read()
      const entries = Object.entries(value === null ? rest : { ...rest, [key]: { ...value, at: Date.now() } }).slice(-max)
      writeStored(name, entries.length > 0 ? Object.fromEntries(entries) : null)
    },
  }
}
