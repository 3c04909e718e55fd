/** State of one designer of a printed sheet: side, selection, language and size of the canvas, and the commands that change the content. */
import { createContext, useContext, useMemo, useState } from 'react'
import type { PrintDocument, PrintElement } from '../../../runtime/core/documents.ts'
import type { Lang } from '../../../runtime/core/platform.ts'
import { sheetSize } from '../../../runtime/core/print/sheetSize.ts'
import {
  type Area,
  alignElements,
  distributeElements,
  type Edge,
  mapChosen,
  moveElements,
  type Order,
  orderElements,
  placeElements,
} from '../../../runtime/core/studio/print/arrange.ts'
import type { SavedDraft } from '../useSavedDraft.ts'
import { type DesignedPrint, type PrintValue, printValuesOf } from './designedPrint.ts'

export interface PrintDesign {
  print: DesignedPrint
  content: PrintDocument
  values: readonly PrintValue[]
  purpose: string
  /** Side that is shown. */
  page: number
  elements: readonly PrintElement[]
  chosen: readonly number[]
  lang: Lang
  /** Pixels of a millimetre. */
  scale: number
  /** The cut sheet. */
  sheet: Area
  bleed: number
  select(chosen: readonly number[]): void
  show(page: number): void
  setLang(lang: Lang): void
  setScale(scale: number): void
  change(content: PrintDocument): void
  /** Replaces the elements of the side that is shown. */
  setElements(elements: readonly PrintElement[], chosen?: readonly number[]): void
  setKey(at: number, key: string, value: unknown): void
  add(element: PrintElement): void
  remove(): void
  duplicate(): void
  copy(): void
  paste(): void
  move(byX: number, byY: number): void
  align(edge: Edge): void
  distribute(along: 'across' | 'down'): void
  order(to: Order): void
  /** Puts the layer directly below the one at `before`, and with it all that are chosen when it is among them. @returns where it is now */
  place(at: number, before: number): number
  undo(): void
  redo(): void
}

export const PrintDesignContext = createContext<PrintDesign | null>(null)

/** @throws outside of a designer: a mistake of ours */
export function usePrint(): PrintDesign {
  const found = useContext(PrintDesignContext)
  if (!found) throw new Error('usePrint: no designer above')
  return found
}

/** Pasted and duplicated elements lie beside the ones they come from. */
const BESIDE_MM = 5
/** Of all designers of the browser tab: elements are copied from one template into another. */
let clipboard: readonly PrintElement[] = []

export function usePrintDesign(print: DesignedPrint, draft: SavedDraft<PrintDocument>, purpose: string, first: Lang): PrintDesign {
  const { content, change } = draft
  const [wanted, show] = useState(0)
  const [picked, select] = useState<readonly number[]>([])
  const [lang, setLang] = useState<Lang>(first)
  const [scale, setScale] = useState(3)
  const values = useMemo(() => printValuesOf(print.schema), [print.schema])
  const page = Math.min(wanted, content.pages.length - 1)
  const { elements } = content.pages[page]!
  const chosen = picked.filter((at) => at < elements.length)
  const sheet = { x: 0, y: 0, ...sheetSize(content.sheet) }
  const setElements = (next: readonly PrintElement[], nextChosen?: readonly number[]) => {
    change({ ...content, pages: content.pages.map((side, at) => (at === page ? { ...side, elements: [...next] } : side)) })
    if (nextChosen) select(nextChosen)
  }
  const beside = (copied: readonly PrintElement[]) => {
    const moved = copied.map((element) => ({ ...element, x: element.x + BESIDE_MM, y: element.y + BESIDE_MM }))
    setElements(
      [...elements, ...moved],
      moved.map((_, at) => elements.length + at),
    )
    return moved
  }
  const taken = () => chosen.map((at) => elements[at]!)
  return {
    ...{ print, content, values, purpose, page, elements, chosen, lang, scale, sheet, bleed: content.sheet.bleed ?? 0 },
    ...{ select, setLang, setScale, change, setElements },
    show: (to) => {
      select([])
      show(to)
    },
    setKey: (at, key, value) =>
      setElements(
        mapChosen(elements, [at], (element) => {
          const { [key as keyof PrintElement]: _, ...rest } = element
          return (value === undefined ? rest : { ...element, [key]: value }) as PrintElement
        }),
      ),
    add: (element) => setElements([...elements, element], [elements.length]),
    remove: () => {
      const gone = new Set(chosen.filter((at) => !elements[at]!.locked))
      if (gone.size > 0)
        setElements(
          elements.filter((_, at) => !gone.has(at)),
          [],
        )
    },
    duplicate: () => chosen.length > 0 && beside(taken()),
    copy: () => {
      clipboard = taken()
    },
    paste: () => {
      if (clipboard.length > 0) clipboard = beside(clipboard)
    },
    move: (byX, byY) => chosen.length > 0 && setElements(moveElements(elements, chosen, byX, byY)),
    align: (edge) => setElements(alignElements(elements, chosen, edge, sheet)),
    distribute: (along) => setElements(distributeElements(elements, chosen, along)),
    order: (to) => {
      const next = orderElements(elements, chosen, to)
      setElements(next.elements, next.chosen)
    },
    place: (at, before) => {
      const moved = chosen.includes(at) ? chosen : [at]
      const next = placeElements(elements, moved, before)
      setElements(next.elements, next.chosen)
      return next.chosen[moved.toSorted((one, other) => one - other).indexOf(at)]!
    },
    undo: draft.undo,
    redo: draft.redo,
  }
}
