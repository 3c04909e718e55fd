/** Which published documents the platform takes. A release may have removed what one of them names, or be stricter; such a document is left out, the built-in
 *  one serves in its place, and staff are notified. Nothing else suffers: neither the start nor the other documents. */
import type { BuiltPlatform } from '../../core/documents/buildPlatform.ts'
import type { DocumentFailure, RawDocument } from '../../core/platform.ts'

export interface Fitted {
  /** What is built of `kept`; with failures only when the built-in documents have them by themselves. */
  built: BuiltPlatform
  kept: readonly RawDocument[]
  left: readonly LeftOut[]
}

export interface LeftOut {
  raw: RawDocument
  /** What is wrong when it is in, at most so many. */
  failures: readonly DocumentFailure[]
}

type Build = (stored: readonly RawDocument[]) => BuiltPlatform

const FAILURES_KEPT = 20

/** One build when everything fits. Else those that are blamed are left out first; for what breaks other documents, halves are tried. */
export function fitStored(stored: readonly RawDocument[], build: Build): Fitted {
  const left: LeftOut[] = []
  let kept = stored
  for (;;) {
    const built = build(kept)
    if (!built.failures || kept.length === 0) return { built, kept, left }
    const blamed = kept.filter(({ file }) => built.failures.some((failure) => failure.file === file))
    if (blamed.length === 0) break
    const { failures } = built
    left.push(...blamed.map((raw) => ({ raw, failures: failures.filter(({ file }) => file === raw.file).slice(0, FAILURES_KEPT) })))
    kept = kept.filter((raw) => !blamed.includes(raw))
  }
  const taken = addInHalves([], kept, build, left)
  return { built: build(taken), kept: taken, left }
}

/** @returns `taken` with those of `more` that leave the platform without failures; the others go to `left` */
function addInHalves(taken: readonly RawDocument[], more: readonly RawDocument[], build: Build, left: LeftOut[]): readonly RawDocument[] {
  const { failures } = build([...taken, ...more])
  if (!failures || more.length === 0) return [...taken, ...more]
  if (more.length === 1) {
    left.push({ raw: more[0]!, failures: failures.slice(0, FAILURES_KEPT) })
    return taken
  }
  const middle = Math.ceil(more.length / 2)
  const first = addInHalves(taken, more.slice(0, middle), build, left)
  return addInHalves(first, more.slice(middle), build, left)
}
