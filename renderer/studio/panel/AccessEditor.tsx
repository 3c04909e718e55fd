import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { Access } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { PermissionEditor } from './PermissionEditor.tsx'

const WHO = ['public', 'signedIn', 'permission'] as const
type Limited = Exclude<Access, string>
type Within = NonNullable<Limited['within']>[number]

interface AccessEditorProps {
  id: string
  value: Access | undefined
  onChange(value: Access | undefined): void
}

/** Who may open a page or use a call: everyone, everyone signed in, or holders of a permission, perhaps only on their own objects. */
export function AccessEditor({ id, value, onChange }: AccessEditorProps): ReactNode {
  const limited = typeof value === 'object' ? value : undefined
  // until a permission is chosen the old access stays: there is no moment at which it would be open to more
  const [isChoosing, setChoosing] = useState(false)
  const who = typeof value === 'object' || isChoosing ? 'permission' : value
  function choose(next: (typeof WHO)[number]): void {
    setChoosing(next === 'permission')
    if (next !== 'permission') onChange(next)
  }
  return (
    <div className="ag-studio-access">
      <select
        id={id}
        className="ag-form-input"
        aria-label={translate('studioAccess.who')}
        value={who ?? ''}
        onChange={({ target }) => choose(target.value as (typeof WHO)[number])}
      >
        {value === undefined && <option value="" />}
        {WHO.map((each) => (
          <option key={each} value={each}>
            {translate(`studioAccess.${each}`)}
          </option>
        ))}
      </select>
      {who === 'permission' && (
        <>
          <PermissionEditor
            id={`${id}-permission`}
            value={limited?.permission}
            onChange={(permission) => permission !== undefined && onChange({ ...limited, permission })}
          />
          {!limited && <p className="ag-studio-hint">{translate('studioAccess.need')}</p>}
        </>
      )}
      {limited && <WithinList within={limited.within ?? []} onChange={(within) => onChange(withWithin(limited, within))} />}
    </div>
  )
}

function withWithin({ permission }: Limited, within: Within[]): Limited {
  return within.length > 0 ? { permission, within } : { permission }
}

function WithinList({ within, onChange }: { within: Within[]; onChange(within: Within[]): void }): ReactNode {
  const write = (index: number, key: keyof Within, text: string) =>
    onChange(within.map((each, at) => (at === index ? { ...each, [key]: text } : each)))
  return (
    <fieldset className="ag-studio-within">
      <legend>{translate('studioAccess.within')}</legend>
      {within.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed stays in its row
        <div key={index} className="ag-studio-within__row">
          {(['field', 'scope'] as const).map((key) => (
            <input
              key={key}
              className="ag-form-input"
              aria-label={translate(`studioAccess.${key}`)}
              placeholder={translate(`studioAccess.${key}`)}
              value={each[key]}
              onChange={({ target }) => write(index, key, target.value)}
            />
          ))}
          <Button
            size="small"
            icon="trash"
            aria-label={translate('studioAccess.remove', { what: each.scope })}
            onClick={() => onChange(within.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => onChange([...within, { field: '', scope: '' }])}>
        {translate('studioAccess.add')}
      </Button>
    </fieldset>
  )
}
