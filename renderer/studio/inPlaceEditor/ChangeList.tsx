import type { ReactNode } from 'react'
import { isLocalText, translate } from '../../../runtime/client/texts.ts'
import { printJson } from '../../../runtime/core/documents/printJson.ts'
import type { PageChange } from '../../../runtime/core/studio/inPlaceEditor/pageChanges.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Pill } from '../../widgets/light/Pill.tsx'
import { propertyWords } from '../metaWords.ts'
import { nodeWords } from './nodeWords.ts'

const COLOURS = { added: 'success', removed: 'error', moved: 'info', changed: 'warning' } as const
/** Columns of a value that is no text. */
const VALUE_WIDTH = 60
const MAX_SHOWN = 200

interface ChangeListProps {
  changes: readonly PageChange[]
  shown: PageChange | null
  onShow(change: PageChange): void
}

/** What changed on a page, in words. A click shows the part in both pictures. */
export function ChangeList({ changes, shown, onShow }: ChangeListProps): ReactNode {
  return (
    <ul className="ag-in-place__changes">
      {changes.slice(0, MAX_SHOWN).map((change) => {
        const { kind, name } = nodeWords(change.content)
        const words = change.after === '' ? translate('studioSight.pageItself') : name ? `${kind} “${name}”` : kind
        return (
          <li key={`${change.what} ${change.before} ${change.after}`}>
            <Pill color={COLOURS[change.what]}>{translate(`studioSight.what.${change.what}`)}</Pill>{' '}
            {change.after === '' ? (
              <strong>{words}</strong>
            ) : (
              <Button tone="link" aria-pressed={shown === change} onClick={() => onShow(change)}>
                {words}
              </Button>
            )}
            {change.differences.length > 0 && (
              <ul>
                {change.differences.map((difference) => (
                  <li key={difference.path}>
                    {placeWords(difference.path)}: <Value value={difference.before} /> → <Value value={difference.after} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Steps of a JSON Pointer as the panels call them; a number is a place in a list. */
function placeWords(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map((step) => {
      if (step === 'zh' || step === 'en') return translate(`studioDocument.${step}`)
      return /^\d+$/.test(step) ? String(Number(step) + 1) : propertyWords(step.replace(/~1/g, '/').replace(/~0/g, '~'))
    })
    .join(' › ')
}

function Value({ value }: { value: unknown }): ReactNode {
  if (value === undefined) return translate('studioSight.absent')
  if (typeof value === 'string') return <q>{value}</q>
  if (isLocalText(value))
    return (
      <q>
        {value.zh} / {value.en}
      </q>
    )
  return <code>{printJson(value, { width: VALUE_WIDTH })}</code>
}
