import { useState, useSyncExternalStore } from 'react'
import { language, translate } from '../../runtime/client/texts.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { askedNow } from './draftable.ts'
import type { Draft, DraftKeeper } from './drafts.ts'
import type { FormSession } from './FormSession.ts'

interface DraftNoticesProps {
  drafts: DraftKeeper
  session: FormSession
  restored: Draft | null
  formChanged: boolean
  emptyAnswers(): Record<string, unknown>
}

/** Notices about a draft: restored, newer on another device, based on an older form version, time saved. */
export function DraftNotices({ drafts, session, restored, formChanged, emptyAnswers }: DraftNoticesProps) {
  const { offer } = useSyncExternalStore(drafts.subscribe, drafts.read)
  const [open, setOpen] = useState(restored !== null)
  const startOver = () => {
    session.restore(emptyAnswers())
    setOpen(false)
    void drafts.remove()
  }
  const take = () => {
    const taken = drafts.takeOffer()
    if (taken) session.restore(askedNow(session.compiled, taken.answers))
  }
  return (
    <>
      {offer && (
        <Banner
          tone="warning"
          title={translate('form.draft.newer', { time: timeText(offer.savedAt) })}
          text={translate('form.draft.newerText')}
        >
          <Button tone="primary" onClick={take}>
            {translate('form.draft.take')}
          </Button>
          <Button onClick={drafts.refuseOffer.bind(drafts)}>{translate('form.draft.refuse')}</Button>
        </Banner>
      )}
      {open && restored && (
        <Banner tone="info" title={translate('form.draft.restored', { time: timeText(restored.savedAt) })}>
          <Button onClick={startOver}>{translate('form.draft.startOver')}</Button>
          <Button tone="link" onClick={() => setOpen(false)}>
            {translate('form.draft.fine')}
          </Button>
        </Banner>
      )}
      {formChanged && <Banner tone="warning" title={translate('form.changed.title')} text={translate('form.changed.draft')} />}
    </>
  )
}

/** "saved 12:03" beside the button. */
export function DraftStatus({ drafts }: { drafts: DraftKeeper }) {
  const { saved, savedAt } = useSyncExternalStore(drafts.subscribe, drafts.read)
  return (
    <span className="ag-form-saved" role="status">
      {saved !== 'nothing' && savedAt && translate(`form.draft.saved.${saved}`, { time: timeText(savedAt) })}
    </span>
  )
}

/** The time of today; the day too when it was another. */
export function timeText(iso: string): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date().toDateString()
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }
  return new Intl.DateTimeFormat(language.lang, isToday ? options : { ...options, month: 'short', day: 'numeric' }).format(at)
}
