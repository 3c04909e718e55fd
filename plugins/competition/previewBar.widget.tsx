/** Chooses the moment at which an editor looks at a competition as a visitor would: typed, or one of its dates. The moment is in the address. */
import { type ComponentType, useEffect, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { momentText } from '../../runtime/core/momentText.ts'
import { platformZone } from '../../runtime/core/values/platformZone.ts'

interface PreviewBarProps {
  /** ISO 8601. */
  at: string
  isPublished: boolean
  milestones: readonly { id: string; title: string; at: string; until: string }[] | null
  lang: string
  title: string
  unpublished: string
  moment: string
  jump: string
  leave: string
  fields: { moment: ComponentType<{ label: string; value: string; onChange(value: string | null): void }> }
}

const PARAMETER = 'previewAt'

/** @param at the previewed moment, ISO 8601; null while it is now */
export default function PreviewBar({
  at,
  isPublished,
  milestones,
  lang,
  title,
  unpublished,
  moment,
  jump,
  leave,
  fields,
}: PreviewBarProps) {
  const [search, setSearch] = useSearchParams()
  const label = useId()

  function look(value: string | null): void {
    const next = new URLSearchParams(search)
    if (value === null) next.delete(PARAMETER)
    else next.set(PARAMETER, value)
    setSearch(next, { replace: value !== null, preventScrollReset: true })
  }

  // an unpublished competition is shown to its editors as of now: the address then says so, for everything on the page
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bar comes up
  useEffect(() => {
    if (!search.has(PARAMETER)) look(at)
  }, [])

  return (
    <section className="ag-preview" aria-labelledby={label}>
      <p id={label} className="ag-preview__title">
        {title}
        {!isPublished && <span className="ag-preview__note"> {unpublished}</span>}
      </p>
      <div className="ag-preview__field">
        <fields.moment label={moment} value={at} onChange={(value) => value && look(value)} />
      </div>
      {milestones && milestones.length > 0 && (
        <label className="ag-preview__field">
          <span>{jump}</span>
          <select className="ag-input" value="" onChange={(event) => event.target.value && look(event.target.value)}>
            <option value="">—</option>
            {milestones.map((stage) => (
              <option key={stage.id} value={stage.at}>
                {`${momentText(stage.at, lang === 'zh' ? 'zh' : 'en', platformZone())} · ${stage.title}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {isPublished && (
        <button type="button" className="ag-button ag-button--default ag-button--medium" onClick={() => look(null)}>
          {leave}
        </button>
      )}
    </section>
  )
}
