import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '../runtime/client/loadChunk.ts'
import type { PageDocument } from '../runtime/core/documents.ts'
import { useAction } from './ActionButton.tsx'
import { placeOf } from './GuideContext.ts'
import { useHolds } from './useScoped.ts'

const GuideStep = lazy(() => loadChunk(() => import('./GuideStep.tsx')))

type GuideDocument = NonNullable<PageDocument['guide']>

/** The tour of a page: highlights one part after another and explains it. It starts automatically for people who have not seen it, once the page is
 * drawn and no dialog is open; Escape and "Skip" end it for good. */
export function Guide({ guide }: { guide: GuideDocument }): ReactNode {
  const wanted = useHolds(guide.showWhen)
  const done = useAction(guide.done)
  const [steps, setSteps] = useState<GuideDocument['steps'] | null>(null)
  const [ended, setEnded] = useState(false)
  const [at, setAt] = useState(0)
  const waiting = wanted && !ended && steps === null
  useEffect(() => (waiting ? whenQuiet(() => setSteps(guide.steps.filter(({ node }) => placeOf(node)))) : undefined), [waiting, guide])
  const step = steps?.[at]
  if (!step || !steps || ended || !done) return null

  function end(): void {
    setEnded(true)
    done?.run()
  }

  return (
    <Suspense>
      <GuideStep
        key={step.node}
        step={step}
        number={at + 1}
        total={steps.length}
        onBack={at > 0 ? () => setAt(at - 1) : undefined}
        onNext={() => (at + 1 < steps.length ? setAt(at + 1) : end())}
        onSkip={end}
      />
    </Suspense>
  )
}

const BUSY = 'main [aria-busy="true"], [role="dialog"], [role="alertdialog"]'

/** Calls once the page has its data and no dialog is open. @returns the way to give up waiting */
function whenQuiet(start: () => void): () => void {
  let frame = requestAnimationFrame(look)
  function look(): void {
    if ([...document.querySelectorAll(BUSY)].some((each) => each.getClientRects().length > 0)) frame = requestAnimationFrame(look)
    else start()
  }
  return () => cancelAnimationFrame(frame)
}
