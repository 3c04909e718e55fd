import { type ReactNode, useId } from 'react'
import { findDocument } from '../../../runtime/client/library.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Permission } from '../../../runtime/core/documents.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { usePanelExtras } from './panelExtras.ts'

/** Who has access: everyone, or holders of some of the permissions, chosen from the enum of permissions. */
export function PermissionEditor({
  id,
  value,
  onChange,
}: {
  id: string
  value: Permission | undefined
  onChange(value: Permission | undefined): void
}): ReactNode {
  const listId = useId()
  const { permissions = '' } = usePanelExtras()
  const codes = findDocument('enums', permissions)?.values ?? []
  const isAll = typeof value === 'object' && 'all' in value
  const chosen = value === undefined ? [] : typeof value === 'string' ? [value] : 'any' in value ? value.any : value.all
  const write = (next: readonly string[], all = isAll) =>
    onChange(next.length === 0 ? undefined : next.length === 1 ? next[0] : all ? { all: [...next] } : { any: [...next] })
  const label = (code: string) => resolveText(codes.find((each) => String(each.code) === code)?.label) || code
  return (
    <div className="ag-studio-codes">
      {chosen.map((code) => (
        <span key={code} className="ag-studio-code-chip">
          {label(code)}
          <button
            type="button"
            className="ag-icon-button"
            aria-label={translate('studio.permission.remove', { what: label(code) })}
            onClick={() => write(chosen.filter((each) => each !== code))}
          >
            <Icon name="close" size="small" />
          </button>
        </span>
      ))}
      {chosen.length > 1 && (
        <select
          className="ag-form-input"
          aria-label={translate('studio.permission.how')}
          value={isAll ? 'all' : 'any'}
          onChange={({ target }) => write(chosen, target.value === 'all')}
        >
          <option value="any">{translate('studio.permission.any')}</option>
          <option value="all">{translate('studio.permission.all')}</option>
        </select>
      )}
      <input
        id={id}
        className="ag-form-input"
        list={listId}
        placeholder={translate('studio.permission.add')}
        onChange={({ target }) => {
          const found = codes.find(({ code }) => String(code) === target.value)
          if (!found || chosen.includes(String(found.code))) return
          write([...chosen, String(found.code)])
          target.value = ''
        }}
      />
      <datalist id={listId}>
        {codes.map(({ code, label: words }) => (
          <option key={String(code)} value={String(code)}>
            {resolveText(words)}
          </option>
        ))}
      </datalist>
    </div>
  )
}
