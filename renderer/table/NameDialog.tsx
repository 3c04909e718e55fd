/** Asks for a name. */
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

const LONGEST = 40

export function NameDialog({
  title,
  label,
  onSave,
  onClose,
}: {
  title: string
  label: string
  onSave(name: string): void
  onClose(): void
}): ReactNode {
  const id = useId()
  const [name, setName] = useState('')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }

  return (
    <Overlay
      kind="dialog"
      width={400}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kernel.cancel')}</Button>
          <Button tone="primary" disabled={!name.trim()} onClick={() => onSave(name.trim())}>
            {translate('kernel.table.save')}
          </Button>
        </>
      }
    >
      <form className="ag-filter" onSubmit={submit}>
        <label className="ag-filter__label" htmlFor={id}>
          {label}
        </label>
        <input id={id} className="ag-input" maxLength={LONGEST} value={name} onChange={(event) => setName(event.target.value)} />
      </form>
    </Overlay>
  )
}
