import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isAborted } from '../../../runtime/client/CallError.ts'
import { request } from '../../../runtime/client/http.ts'
import { loadChunk } from '../../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import type { PrintProblem } from '../../../runtime/core/print/fillPrint.ts'
import { useTyped } from '../../filters/useTyped.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Skeleton } from '../../widgets/light/Skeleton.tsx'
import { layerName, type PrintValue } from './designedPrint.ts'
import { LangChoice } from './PrintToolbar.tsx'
import { usePrint } from './usePrintDesign.ts'

const PdfSheets = lazy(() => loadChunk(() => import('../../widgets/PdfSheets.tsx')))

interface Look {
  /** Base64. */
  pdf: string | null
  failures: DocumentFailure[]
  problems: PrintProblem[]
}
interface PrintPreviewProps {
  look: string
  rows: string | undefined
  /** Changes whenever something else is stored. */
  stored: string | null
  /** Resolves when everything is stored. */
  settle(): Promise<boolean>
  onShow(page: number, layer: number): void
}

/** The real sheet with chosen values, as the server prints it, and what is wrong with it. */
export function PrintPreview({ look, rows, stored, settle, onShow }: PrintPreviewProps): ReactNode {
  const { print, lang } = usePrint()
  const [of, setOf] = useState(print.samples[0]?.value ?? '')
  const { answer, failure, isBusy } = useLook({ look, id: print.id, lang, of, stored, settle })
  const id = useId()
  const encoded = answer?.pdf
  const pdf = useMemo(() => (encoded ? Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)) : null), [encoded])
  return (
    <section className="ag-print-preview" aria-label={translate('studioPrint.preview')} aria-busy={isBusy}>
      <div className="ag-print-preview__bar">
        <label htmlFor={id}>{translate('studioPrint.with')}</label>
        <RowChoice {...{ id, rows, of }} onChange={setOf} />
        <LangChoice />
      </div>
      {failure && <Banner tone="error" title={failure} />}
      {answer && <Problems answer={answer} onShow={onShow} />}
      {pdf && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <PdfSheets of={pdf} label={translate('studioPrint.sideOf')} />
        </Suspense>
      )}
      {!answer && !failure && <Skeleton lines={8} />}
    </section>
  )
}

interface Asked {
  look: string
  id: string
  lang: string
  of: string
  stored: string | null
  settle(): Promise<boolean>
}

/** Asked again when something is stored; the last picture stays until the next one is here. */
function useLook({ look, id, lang, of, stored, settle }: Asked) {
  const [answer, setAnswer] = useState<Look | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(settle)
  latest.current = settle
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is what is drawn
  useEffect(() => {
    const stop = new AbortController()
    setBusy(true)
    latest
      .current()
      .then(() => (stop.signal.aborted ? null : request<Look>(look, { id, lang, of }, { signal: stop.signal })))
      .then((next) => {
        if (next === null || stop.signal.aborted) return
        setAnswer(next)
        setFailure('')
      })
      .catch((error: unknown) => !isAborted(error) && setFailure(errorText(error)))
      .finally(() => !stop.signal.aborted && setBusy(false))
    return () => stop.abort()
  }, [look, id, lang, of, stored])
  return { answer, failure, isBusy }
}

interface Choice {
  value: string
  label: Text
}

/** Samples of hard cases, and real rows that are searched by name. */
function RowChoice({
  id,
  rows,
  of,
  onChange,
}: {
  id: string
  rows: string | undefined
  of: string
  onChange(of: string): void
}): ReactNode {
  const { print } = usePrint()
  const [found, setFound] = useState<readonly Choice[]>([])
  const search = useCallback(
    (words: string) => {
      if (rows === undefined) return
      request<Choice[]>(rows, { id: print.id, ...(words.trim() !== '' && { search: words.trim() }) }).then(setFound, () => setFound([]))
    },
    [rows, print.id],
  )
  useEffect(() => search(''), [search])
  const [typed, setTyped] = useTyped('', search)
  return (
    <>
      <select id={id} className="ag-form-input" value={of} onChange={({ target }) => onChange(target.value)}>
        <optgroup label={translate('studioPrint.samples')}>
          {print.samples.map(({ value, label }) => (
            <option key={value} value={value}>
              {resolveText(label)}
            </option>
          ))}
        </optgroup>
        {found.length > 0 && (
          <optgroup label={translate('studioPrint.rows')}>
            {found.map(({ value, label }) => (
              <option key={value} value={value}>
                {resolveText(label)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {rows !== undefined && (
        <input
          type="search"
          className="ag-form-input"
          aria-label={translate('studioPrint.searchRows')}
          placeholder={translate('studioPrint.searchRows')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </>
  )
}

/** Names of values, under their titles. */
function titlesOf(details: string, values: readonly PrintValue[]): string {
  const titles = details.split(', ').map((name) => values.find((value) => value.name === name)?.title ?? name)
  return titles.join(translate('studioPrint.and'))
}

function Problems({ answer: { problems, failures }, onShow }: { answer: Look } & Pick<PrintPreviewProps, 'onShow'>): ReactNode {
  const { content, lang, values } = usePrint()
  if (failures.length > 0)
    return (
      <Banner tone="error" title={translate('studioPrint.failures', { count: failures.length })}>
        <ul>
          {failures.map((failure) => (
            <li key={`${failure.code} ${failure.path}`}>
              <code>{failure.path}</code> {translate('studioDocument.failure', { ...failure })}
            </li>
          ))}
        </ul>
      </Banner>
    )
  if (problems.length === 0) return <p className="ag-print-preview__fine">{translate('studioPrint.fine')}</p>
  return (
    <Banner tone="warning" title={translate('studioPrint.problems', { count: problems.length })}>
      <ul>
        {problems.map(({ code, page, layer, details }) => {
          const element = content.pages[page]?.elements[layer]
          const name = element ? layerName(element, lang, values) : ''
          return (
            <li key={`${code} ${page} ${layer} ${details}`}>
              <button type="button" className="ag-form-link-button" onClick={() => onShow(page, layer)}>
                {name}
              </button>{' '}
              {translate(`studioPrint.problem.${code}`, { details: code === 'missing' ? titlesOf(details, values) : details })}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}
