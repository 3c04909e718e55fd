import { outline } from '../../../runtime/core/studio/outline.ts'
import type { FormSession } from '../useDesign.ts'

/** Goes to the next part of the form; with `extend` what was selected stays so. @param by rows, infinite for the first or last */
export function selectNext(session: FormSession, by: number, extend: boolean): void {
  const paths = outline(session.content).map(({ path }) => path)
  if (paths.length === 0) return
  const at = paths.indexOf(session.selection.at(-1) ?? '')
  const to = at < 0 ? (by > 0 && Number.isFinite(by) ? 0 : by > 0 ? paths.length - 1 : 0) : Math.min(paths.length - 1, Math.max(0, at + by))
  const next = paths[to] as string
  session.select(extend ? [...session.selection.filter((path) => path !== next), next] : [next])
}
