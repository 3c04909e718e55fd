import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

const LONGEST = 40

export interface NameDialogProps {
  title: string
  initial?: { name: string; isDefault: boolean }
  /** A refusal is shown under the name. @throws CallError */
  onSave(name: string, isDefault: boolean): Promise<void>
  onClose(): void
}

/** Asks for the name of a view, and whether it is the default of the table. */
export function NameDialog({ title, initial, onSave, onClose }: NameDialogProps): ReactNode {
  const id = useId()
  const [name, setName] = useState(initial?.name ?? '')
  const [isDefault, setDefault] = useState(initial?.isDefault ?? false)
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!name.trim() || busy) return
    setBusy(true)
    try {
      await onSave(name.trim(), isDefault)
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
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
          <Button tone="primary" type="submit" form={id} busy={busy} disabled={!name.trim()}>
            {translate('kernel.table.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="ag-stack" onSubmit={submit}>
        <div className="ag-field">
          <label className="ag-filter__label" htmlFor={`${id}-name`}>
            {translate('kernel.table.view.name')}
          </label>
          <input
            id={`${id}-name`}
            data-autofocus
            className="ag-input"
            maxLength={LONGEST}
            value={name}
            aria-invalid={refusal !== '' || undefined}
            aria-describedby={refusal ? `${id}-refusal` : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {refusal && (
            <p id={`${id}-refusal`} className="ag-field__refusal" role="alert">
              {refusal}
            </p>
          )}
        </div>
        <label className="ag-check">
          <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
          {translate('kernel.table.view.openWith')}
        </label>
      </form>
    </Overlay>
  )
}
