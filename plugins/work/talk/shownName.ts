import { maskText } from '../../../runtime/core/masking/maskText.ts'

/** Shown of a name without a nickname: its first character. */
const NAME_MASK = { start: 1, end: 0 }
const LONGEST = 100

/** What everyone reads of a person who comments: the nickname, which is chosen for that; without one the name behind stars. Never empty. */
export function shownName({ id, name, nickname }: { id: string; name: string; nickname: string | null }): string {
  return (nickname?.trim() || maskText(name.trim(), NAME_MASK) || `#${id}`).slice(0, LONGEST)
}
