/** The fields of one step. What fits the first screen is mounted immediately, the rest in slices after it is painted; slices off the screen are
 *  neither laid out nor painted. */
import { memo, startTransition, useEffect, useState } from 'react'
import { resolveText } from '../../runtime/client/texts.ts'
import { FieldView } from './FieldView.tsx'
import { fieldsClass } from './fieldsClass.ts'
import type { SectionLayout, StepLayout } from './layoutForm.ts'
import { useFormFrame } from './SessionContext.ts'

/** Fields of the first screen: more than a tall desktop window shows. */
const FIRST_FIELDS = 16
const SLICE_FIELDS = 100

/** @param all mounts all fields immediately: a submit is looking for errors */
export function FormFields({ step, all }: { step: StepLayout; all: boolean }) {
  const total = step.sections.reduce((sum, section) => sum + section.paths.length, 0)
  const mounted = useMounted(total, all)
  let before = 0
  return step.sections.map((section) => {
    const room = mounted - before
    before += section.paths.length
    return room > 0 ? <Section key={section.id} section={section} room={Math.min(room, section.paths.length)} /> : null
  })
}

/** How many fields are mounted; grows by slices after the first paint. A slice is a transition: React interrupts it for every key stroke and click,
 *  and continues when idle. */
function useMounted(total: number, all: boolean): number {
  const [mounted, setMounted] = useState(Math.min(total, FIRST_FIELDS))
  useEffect(() => {
    if (mounted >= total) return
    const more = () => startTransition(() => setMounted(Math.min(total, mounted + SLICE_FIELDS)))
    return afterPaint(more)
  }, [mounted, total])
  return all ? total : mounted
}

function afterPaint(run: () => void): () => void {
  let timer = 0
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(run)
  })
  // A tab in the background gets no animation frames, and no one waits there.
  return () => {
    cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
}

function Section({ section, room }: { section: SectionLayout; room: number }) {
  return (
    <section className="ag-form-section" aria-label={section.title ? resolveText(section.title) : undefined}>
      {section.title && (
        <div className="ag-form-heading">
          <h3>{resolveText(section.title)}</h3>
          {section.description && <p className="ag-form-text">{resolveText(section.description)}</p>}
        </div>
      )}
      {slices(section.paths, room).map((slice) => (
        <Slice key={slice.from} paths={section.paths} from={slice.from} to={slice.to} />
      ))}
    </section>
  )
}

/** Slices never change once mounted: the first is the first screen, the others have one size. */
function slices(paths: readonly string[], room: number): { from: number; to: number }[] {
  const made: { from: number; to: number }[] = []
  let from = 0
  while (from < room) {
    const to = Math.min(paths.length, from === 0 ? FIRST_FIELDS : from + SLICE_FIELDS)
    made.push({ from, to })
    from = to
  }
  return made
}

const Slice = memo(function Slice({ paths, from, to }: { paths: readonly string[]; from: number; to: number }) {
  const { session } = useFormFrame()
  const shown = paths.slice(from, to)
  const className = fieldsClass(shown.map((path) => session.engine.template(path)))
  return (
    <div className={from > 0 ? `${className} ag-form-slice` : className}>
      {shown.map((path) => (
        <FieldView key={path} path={path} />
      ))}
    </div>
  )
})
