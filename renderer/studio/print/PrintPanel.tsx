import { type ReactNode, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { language, translate } from '../../../runtime/client/texts.ts'
import type { PrintElement } from '../../../runtime/core/documents.ts'
import { panelAt } from '../../../runtime/core/studio/panelAt.ts'
import { SchemaPanel, type SchemaPanelProps } from '../panel/SchemaPanel.tsx'
import type { PanelPart } from '../panel/usePanel.ts'
import { ColumnsEditor } from './ColumnsEditor.tsx'
import type { PrintValue } from './designedPrint.ts'
import { PictureField } from './PictureField.tsx'
import { PlacedText } from './PlacedText.tsx'
import { SheetPanel } from './SheetPanel.tsx'
import { type PrintDesign, usePrint } from './usePrintDesign.ts'

const PLACE: readonly string[] = ['x', 'y', 'width', 'height']
const LAYER: readonly string[] = ['name', 'lang', 'locked', 'hidden']
/** Have editors of their own, or none: a drawing stays as it was drawn. */
const SEPARATE: readonly string[] = ['text', 'picture', 'columns', 'd', 'box']

/** Settings of what is chosen, from the meta-schema; of the sheet when nothing is. */
export function PrintPanel(): ReactNode {
  const design = usePrint()
  const { chosen, elements } = design
  if (chosen.length === 0) return <SheetPanel />
  if (chosen.length > 1) return <p className="ag-studio-hint">{translate('studioPrint.several', { count: chosen.length })}</p>
  const at = chosen[0]!
  return <ElementPanel key={`${design.page} ${at}`} design={design} at={at} element={elements[at]!} />
}

function ElementPanel({ design, at, element }: { design: PrintDesign; at: number; element: PrintElement }): ReactNode {
  const { content, page, values } = design
  const { lang } = useSnapshot(language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys follow from the kind, their titles from the language
  const parts = useMemo(() => partsOf(panelAt('print', content, ['pages', String(page), 'elements', String(at)])), [element.kind, lang])
  const choices = useMemo(() => choicesOf(element, values), [element, values])
  const set = (key: string) => (value: unknown) => design.setKey(at, key, value)
  return (
    <>
      <h3 className="ag-studio-panel__title">{translate(`studioPrint.kind.${element.kind}`)}</h3>
      {(element.kind === 'text' || element.kind === 'code') && <PlacedText text={element.text} values={values} onChange={set('text')} />}
      {element.kind === 'picture' && <PictureField address={element.picture} purpose={design.purpose} onChange={set('picture')} />}
      {element.kind === 'table' && <ColumnsEditor element={element} schema={design.print.schema} onChange={set('columns')} />}
      <SchemaPanel
        of={`${page}-${at}`}
        parts={parts}
        value={element as unknown as Record<string, unknown>}
        choices={choices}
        failure={NO_FAILURE}
        onChange={(key, value) => set(key)(value)}
      />
    </>
  )
}

const NO_FAILURE = () => ''

function partsOf(keys: ReturnType<typeof panelAt>): PanelPart[] {
  const shown = keys.filter(({ key }) => !SEPARATE.includes(key) && key !== 'kind')
  const part = (id: string, isIn: (key: string) => boolean, closed = false): PanelPart => ({
    ...{ id, title: translate(`studioPrint.part.${id}`), closed },
    keys: shown.filter(({ key }) => isIn(key)),
  })
  return [
    part('look', (key) => !PLACE.includes(key) && !LAYER.includes(key)),
    part('place', (key) => PLACE.includes(key)),
    part('layer', (key) => LAYER.includes(key), true),
  ]
}

/** Values are chosen, never typed. */
function choicesOf(element: PrintElement, values: readonly PrintValue[]): SchemaPanelProps['choices'] {
  const listed = (kind: PrintValue['kind']) =>
    values
      .filter((value) => value.kind === kind)
      .map(({ name, title, group }) => ({ value: name, label: group ? `${group} · ${title}` : title }))
  if (element.kind === 'picture') return { value: listed('picture') }
  return element.kind === 'table' ? { rows: listed('rows') } : undefined
}
