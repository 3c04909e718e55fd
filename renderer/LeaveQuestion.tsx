import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { translate } from '../runtime/client/texts.ts'
import { leaving } from './blockingHistory.ts'
import { Button } from './widgets/light/Button.tsx'
import { Overlay } from './widgets/light/Overlay.tsx'

/** Asks before the person leaves a page with unsent answers: by a link, an action, or the browser's back and forward. */
export function LeaveQuestion(): ReactNode {
  const { question } = useSnapshot(leaving)
  return question && <LeaveDialog words="leave" onLeave={question.leave} onStay={question.stay} />
}

const WORDS = {
  leave: { title: 'form.leave.title', text: 'form.leave.text', stay: 'form.leave.stay', leave: 'form.leave.leave' },
  discard: { title: 'form.discard.title', text: 'form.discard.text', stay: 'form.discard.stay', leave: 'form.discard.leave' },
}

/** The question itself: about a page, or about a dialog that is closed. */
export function LeaveDialog({ words, onLeave, onStay }: { words: keyof typeof WORDS; onLeave(): void; onStay(): void }): ReactNode {
  return (
    <Overlay
      kind="dialog"
      alert
      width={440}
      title={translate(WORDS[words].title)}
      onClose={onStay}
      footer={
        <>
          <Button tone="danger" onClick={onLeave}>
            {translate(WORDS[words].leave)}
          </Button>
          <Button tone="primary" data-autofocus onClick={onStay}>
            {translate(WORDS[words].stay)}
          </Button>
        </>
      }
    >
      <p className="ag-prose">{translate(WORDS[words].text)}</p>
    </Overlay>
  )
}
