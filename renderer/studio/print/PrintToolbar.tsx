import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { Edge, Order } from '../../../runtime/core/studio/print/arrange.ts'
import { ADDED_KINDS, type AddedKind, newElement } from '../../../runtime/core/studio/print/newElement.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { MenuButton, type MenuEntry } from '../../widgets/light/MenuButton.tsx'
import { columnsOf } from './designedPrint.ts'
import { type PrintDesign, usePrint } from './usePrintDesign.ts'

const EDGES: readonly Edge[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom']
const ORDERS: readonly Order[] = ['front', 'forward', 'backward', 'back']
const LANGS = ['zh', 'en'] as const
const ZOOM = 1.25
const SMALLEST = 0.8
const LARGEST = 12

/** What is added and arranged, and how the canvas is shown. */
export function PrintToolbar(): ReactNode {
  const design = usePrint()
  const { chosen, content, page } = design
  const isNone = chosen.length === 0
  const item = (id: string, words: string, run: () => void, disabled = false) => ({ id, label: words, onSelect: run, disabled })
  return (
    <div className="ag-print-bar" role="toolbar" aria-label={translate('studioPrint.toolbar')}>
      <Menu
        label={translate('studioPrint.add')}
        entries={ADDED_KINDS.map((kind) => item(kind, translate(`studioPrint.kind.${kind}`), () => addKind(design, kind)))}
      />
      <Menu
        label={translate('studioPrint.arrange')}
        entries={[
          ...EDGES.map((edge) => item(edge, translate(`studioPrint.align.${edge}`), () => design.align(edge), isNone)),
          item('across', translate('studioPrint.distribute.across'), () => design.distribute('across'), chosen.length < 3),
          item('down', translate('studioPrint.distribute.down'), () => design.distribute('down'), chosen.length < 3),
        ]}
      />
      <Menu
        label={translate('studioPrint.order')}
        entries={ORDERS.map((to) => item(to, translate(`studioPrint.to.${to}`), () => design.order(to), isNone))}
      />
      <Button size="small" disabled={isNone} onClick={design.duplicate}>
        {translate('studioPrint.duplicate')}
      </Button>
      <Button size="small" disabled={isNone} onClick={design.remove}>
        {translate('studioPrint.remove')}
      </Button>
      <span className="ag-print-bar__end">
        {content.pages.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
          <Button key={at} size="small" aria-pressed={at === page} onClick={() => design.show(at)}>
            {translate(at === 0 ? 'studioPrint.front' : 'studioPrint.back')}
          </Button>
        ))}
        <LangChoice />
        <Zoom design={design} />
      </span>
    </div>
  )
}

/** Language of the canvas and of the preview. */
export function LangChoice(): ReactNode {
  const design = usePrint()
  return LANGS.map((lang) => (
    <Button key={lang} size="small" aria-pressed={lang === design.lang} onClick={() => design.setLang(lang)}>
      {translate(`studioPrint.lang.${lang}`)}
    </Button>
  ))
}

function Menu({ label, entries }: { label: string; entries: MenuEntry[] }): ReactNode {
  return <MenuButton className="ag-button ag-button--default ag-button--small" face={label} label={label} entries={entries} align="start" />
}

function Zoom({ design: { scale, setScale } }: { design: PrintDesign }): ReactNode {
  return (
    <>
      <Button
        size="small"
        icon="minus"
        aria-label={translate('studioPrint.smaller')}
        title={translate('studioPrint.smaller')}
        onClick={() => setScale(Math.max(SMALLEST, scale / ZOOM))}
      />
      <Button
        size="small"
        icon="plus"
        aria-label={translate('studioPrint.larger')}
        title={translate('studioPrint.larger')}
        onClick={() => setScale(Math.min(LARGEST, scale * ZOOM))}
      />
    </>
  )
}

function addKind(design: PrintDesign, kind: AddedKind): void {
  const rows = design.values.find((value) => value.kind === 'rows')
  const coded = `{{${(design.values.find(({ isAddress }) => isAddress) ?? design.values[0])?.name}}}`
  const words =
    kind === 'code' ? { zh: coded, en: coded } : { zh: translate('studioPrint.newText.zh'), en: translate('studioPrint.newText.en') }
  const table = rows ? { name: rows.name, columns: columnsOf(design.print.schema, rows.name).slice(0, FIRST_COLUMNS) } : null
  const added = newElement(kind, design.sheet, words, table)
  if (added) design.add(added)
}
const FIRST_COLUMNS = 3
