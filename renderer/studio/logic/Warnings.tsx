import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { formFields } from '../../../runtime/core/documents/formFields.ts'
import type { DesignFinding } from '../../../runtime/core/studio/designFindings.ts'
import { writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { useDesign } from '../useDesign.ts'
import { findingWords } from './findingWords.ts'
import { useWarnings } from './useLogic.ts'
import './logic.css'

const SHOWN_AT_FIRST = 4

/** Doubtful parts of the form, each with a suggestion; one click applies it where that is safe. Warnings never prevent publishing. */
export function Warnings(): ReactNode {
  const warnings = useWarnings()
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  if (warnings.length === 0) return null
  const shown = all ? warnings : warnings.slice(0, SHOWN_AT_FIRST)
  return (
    <section className="ag-studio-warnings" aria-label={translate('studio.warnings.title', { count: warnings.length })}>
      <button type="button" className="ag-studio-warnings__head" aria-expanded={open} onClick={() => setOpen(!open)}>
        {translate('studio.warnings.title', { count: warnings.length })}
      </button>
      {open && (
        <>
          <ul>
            {shown.map((finding) => (
              <Warning key={`${finding.code} ${finding.path} ${JSON.stringify(finding.values.value ?? '')}`} finding={finding} />
            ))}
          </ul>
          {warnings.length > SHOWN_AT_FIRST && (
            <button type="button" className="ag-form-link-button" onClick={() => setAll(!all)}>
              {translate(all ? 'studio.mistakes.less' : 'studio.mistakes.all', { count: warnings.length })}
            </button>
          )}
        </>
      )}
    </section>
  )
}

function Warning({ finding }: { finding: DesignFinding }): ReactNode {
  const { session, open } = useDesign()
  const { text, proposal } = findingWords(finding)
  const { fix } = finding
  const show = () => {
    const placed = formFields(session.content).find(({ template }) => template === finding.field)
    if (finding.code === 'translationMissing') open('translation')
    else open('design', placed ? [placed.path] : [])
  }
  const mend = () =>
    session.change(translate('studio.warnings.mended'), (form) =>
      fix!.reduce((changed, { path, value }) => writeAt(changed, path, value), form),
    )
  return (
    <li>
      <span>
        {text} <span className="ag-studio-hint">{proposal}</span>
      </span>
      <span className="ag-studio-warnings__actions">
        <Button size="small" tone="link" onClick={show}>
          {translate('studio.warnings.show')}
        </Button>
        {fix && (
          <Button size="small" onClick={mend}>
            {translate('studio.warnings.mend')}
          </Button>
        )}
      </span>
    </li>
  )
}
