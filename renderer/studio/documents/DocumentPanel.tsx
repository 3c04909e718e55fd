import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { language, translate } from '../../../runtime/client/texts.ts'
import { pointer } from '../../../runtime/core/documents/failure.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { outlineOf, panelAt } from '../../../runtime/core/studio/panelAt.ts'
import { valueWords } from '../metaWords.ts'
import { PanelExtrasContext, usePanelExtras } from '../panel/panelExtras.ts'
import { SchemaPanel } from '../panel/SchemaPanel.tsx'
import type { Content } from './openedDocument.ts'
import '../../styles/form.css'
import '../studio.css'

interface DocumentPanelProps {
  kind: Kind
  content: Content
  change(content: Content): void
}

/** Outline of the document and, for the selected part, a panel generated from the meta-schema. */
export function DocumentPanel({ kind, content, change }: DocumentPanelProps): ReactNode {
  const [chosen, setChosen] = useState('')
  const label = useId()
  const { lang } = useSnapshot(language)
  const outline = useMemo(() => outlineOf(content, lang, nodeName), [content, lang])
  const path = outline.find((part) => part.path.join('/') === chosen)?.path ?? []
  return (
    <div className="ag-designer__panel">
      <div className="ag-designer__outline">
        <label htmlFor={label}>{translate('studioDocument.part')}</label>
        <select id={label} className="ag-input" value={path.join('/')} onChange={({ target }) => setChosen(target.value)}>
          {outline.map((part) => (
            <option key={part.path.join('/')} value={part.path.join('/')}>
              {' '.repeat(part.depth * 2)}
              {part.label}
            </option>
          ))}
        </select>
      </div>
      <PartPanel kind={kind} content={content} path={path} change={change} />
    </div>
  )
}

/** The keys of one part. @param path steps of its JSON Pointer */
export function PartPanel({ kind, content, path, change }: DocumentPanelProps & { path: readonly string[] }): ReactNode {
  const { lang } = useSnapshot(language)
  const value = valueAt(content, path)
  const keys = useMemo(() => panelAt(kind, content, path), [kind, content, path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title follows the language
  const parts = useMemo(() => [{ id: 'all', title: translate('studioDocument.properties'), keys }], [keys, lang])
  // several keys may change together: each change builds on the one before
  const latest = useRef(content)
  latest.current = content
  function write(key: string, next: unknown): void {
    const before = valueAt(latest.current, path)[key]
    if (JSON.stringify(before) === JSON.stringify(next)) return
    latest.current = withValue(latest.current, [...path, key], next)
    change(latest.current)
  }
  const extras = usePanelExtras()
  const { place } = extras
  const here = useMemo(
    () => (place ? { ...extras, place: { ...place, place: path.reduce<string>(pointer, '') } } : extras),
    [extras, place, path],
  )
  return (
    <PanelExtrasContext value={here}>
      <SchemaPanel of={path.join('-') || 'document'} parts={parts} value={value} failure={noFailure} onChange={write} />
    </PanelExtrasContext>
  )
}

const nodeName = (node: string) => valueWords('node', node)

/** Failures are above the editor, and at their lines of the text. */
const noFailure = () => ''

function valueAt(content: Content, path: readonly string[]): Content {
  return path.reduce<unknown>((value, step) => (value as Content)[step], content) as Content
}

/** A copy with another value at the path; undefined: without the key. */
function withValue<T>(value: T, [step, ...rest]: readonly string[], next: unknown): T {
  if (step === undefined) return next as T
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === step ? withValue(item, rest, next) : item)) as T
  const { [step]: before, ...others } = value as Content
  if (rest.length === 0 && next === undefined) return others as T
  return { ...value, [step]: withValue(before, rest, next) }
}
