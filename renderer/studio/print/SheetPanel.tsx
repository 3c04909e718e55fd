import { type ReactNode, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { language, translate } from '../../../runtime/client/texts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { panelAt } from '../../../runtime/core/studio/panelAt.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { SchemaPanel } from '../panel/SchemaPanel.tsx'
import { PictureField } from './PictureField.tsx'
import { PlacedText } from './PlacedText.tsx'
import { type PrintDesign, usePrint } from './usePrintDesign.ts'

const SIDE_KEYS: readonly string[] = ['ground']

/** Settings of the paper, of the side that is shown, and of the file. */
export function SheetPanel(): ReactNode {
  const design = usePrint()
  const { content, page, change, values } = design
  const { lang } = useSnapshot(language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys follow from the kind, their titles from the language
  const parts = useMemo(() => {
    const part = (id: string, keys: ReturnType<typeof panelAt>) => ({ id, title: translate(`studioPrint.part.${id}`), keys })
    const ofSide = panelAt('print', content, ['pages', '0']).filter(({ key }) => SIDE_KEYS.includes(key))
    return { sheet: [part('sheet', panelAt('print', content, ['sheet']))], side: [part('side', ofSide)] }
  }, [lang])
  const side = content.pages[page]!
  const setSheet = (key: string, value: unknown) => change({ ...content, sheet: without(content.sheet, key, value) })
  const setSide = (key: string, value: unknown) =>
    change({ ...content, pages: content.pages.map((each, at) => (at === page ? without(each, key, value) : each)) })
  return (
    <>
      <h3 className="ag-studio-panel__title">{translate('studioPrint.sheet')}</h3>
      <SchemaPanel of="sheet" parts={parts.sheet} value={{ ...content.sheet }} failure={NO_FAILURE} onChange={setSheet} />
      <SchemaPanel of={`side ${page}`} parts={parts.side} value={{ ...side }} failure={NO_FAILURE} onChange={setSide} />
      <PictureField
        address={undefined}
        purpose={design.purpose}
        label={translate('studioPrint.background')}
        onChange={(address) => address && setBackground(design, address)}
      />
      <SecondSide design={design} />
      <details className="ag-studio-part">
        <summary>{translate('studioPrint.fileTitle')}</summary>
        <PlacedText text={content.heading} values={values} onChange={(heading) => change({ ...content, heading })} />
      </details>
    </>
  )
}

const NO_FAILURE = () => ''

function without<T extends object>(of: T, key: string, value: unknown): T {
  const { [key as keyof T]: _, ...rest } = of
  return (value === undefined ? rest : { ...of, [key]: value }) as T
}

/** The lowest layer, to the end of the bleed; it is locked, so that nothing else is missed by a pointer. */
function setBackground({ elements, sheet, bleed, setElements }: PrintDesign, picture: string): void {
  const area = { x: -bleed, y: -bleed, width: sheet.width + 2 * bleed, height: sheet.height + 2 * bleed }
  const name = translate('studioPrint.backgroundName')
  setElements([{ kind: 'picture', name, locked: true, ...area, picture, fit: 'cover' }, ...elements], [])
}

function SecondSide({ design }: { design: PrintDesign }): ReactNode {
  const { content, change, show } = design
  const [front, back] = content.pages
  const add = () => {
    const side: PrintDocument['pages'][number] = { ...(front!.ground !== undefined && { ground: front!.ground }), elements: [] }
    change({ ...content, pages: [front!, side] })
    show(1)
  }
  const remove = () => {
    show(0)
    change({ ...content, pages: [front!] })
  }
  return back ? (
    <Button size="small" onClick={remove}>
      {translate('studioPrint.removeBack')}
    </Button>
  ) : (
    <Button size="small" icon="plus" onClick={add}>
      {translate('studioPrint.addBack')}
    </Button>
  )
}
