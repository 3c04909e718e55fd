import { type ReactNode, useState } from 'react'
import { shortMoment } from '../../runtime/client/format.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { type FailureWords, failureWords } from './failureWords.ts'
import { Warnings } from './logic/Warnings.tsx'
import { useDesign, useFailures, useSaveState } from './useDesign.ts'

/** What the person has to decide or correct: unsaved changes of an earlier visit, a save by someone else, and the mistakes that prevent publishing. */
export function DesignNotices(): ReactNode {
  return (
    <>
      <RecoveryNotice />
      <ConflictNotice />
      <Mistakes />
      <Warnings />
    </>
  )
}

function RecoveryNotice(): ReactNode {
  const { session } = useDesign()
  useSaveState()
  const { recovery } = session
  if (!recovery) return null
  return (
    <Banner
      tone="info"
      title={translate('studio.recovery.title')}
      text={translate('studio.recovery.text', { at: shortMoment(recovery.at) })}
    >
      <Button tone="primary" size="small" onClick={() => session.recover(true, translate('studio.edit.recover'))}>
        {translate('studio.recovery.take')}
      </Button>
      <Button size="small" onClick={() => session.recover(false, '')}>
        {translate('studio.recovery.forget')}
      </Button>
    </Banner>
  )
}

function ConflictNotice(): ReactNode {
  const { session, reload } = useDesign()
  const { phase } = useSaveState()
  const [busy, setBusy] = useState(false)
  if (phase !== 'conflict') return null
  const decide = async (mine: boolean) => {
    setBusy(true)
    await session.decide(mine, reload)
    setBusy(false)
  }
  return (
    <Banner tone="warning" title={translate('studio.conflict.title')} text={translate('studio.conflict.text')}>
      <Button size="small" busy={busy} onClick={() => void decide(false)}>
        {translate('studio.conflict.theirs')}
      </Button>
      <Button size="small" tone="danger" busy={busy} onClick={() => void decide(true)}>
        {translate('studio.conflict.mine')}
      </Button>
    </Banner>
  )
}

const SHOWN_AT_FIRST = 3

function Mistakes(): ReactNode {
  const { session, open } = useDesign()
  const failures = useFailures()
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const shown = all ? failures : failures.slice(0, SHOWN_AT_FIRST)
  return (
    <section className="ag-studio-mistakes" aria-label={translate('studio.mistakes.title', { count: failures.length })}>
      <strong>{translate('studio.mistakes.title', { count: failures.length })}</strong>
      <ul>
        {shown.map((failure) => {
          const words = failureWords(failure)
          return (
            <li key={`${failure.path} ${failure.code}`}>
              <button type="button" className="ag-form-link-button" onClick={() => open('design', words.field === '' ? [] : [words.field])}>
                {placeWords(words, session.read<FormField>(words.field))}
              </button>
              <span>{words.text}</span>
            </li>
          )
        })}
      </ul>
      {failures.length > SHOWN_AT_FIRST && (
        <button type="button" className="ag-form-link-button" onClick={() => setAll(!all)}>
          {translate(all ? 'studio.mistakes.less' : 'studio.mistakes.all', { count: failures.length })}
        </button>
      )}
    </section>
  )
}

function placeWords({ field, property }: FailureWords, found: FormField | undefined): string {
  const title = field === '' ? translate('studio.mistakes.form') : resolveText(found?.title) || field.slice(field.lastIndexOf('/') + 1)
  return property === '' ? title : translate('studio.mistakes.place', { title, property })
}
