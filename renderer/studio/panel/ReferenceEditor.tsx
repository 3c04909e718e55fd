import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { booted } from '../../../runtime/client/boot.ts'
import { request } from '../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { afterTyping } from '../../afterTyping.ts'
import { Combobox } from '../../widgets/controls/Combobox.tsx'
import { usePanelExtras } from './panelExtras.ts'

interface ReferenceEditorProps {
  id: string
  label: string
  /** Kind of the documents to choose from. */
  kind: string
  /** Also the document, written where it would be named. */
  value: string | Nested | undefined
  onChange(value: string | undefined): void
}

interface Nested {
  as: string
  title: Text
}

interface Found {
  id: string
  title: Text | null
}

interface Offered {
  list: readonly Found[]
  state: 'ready' | 'loading' | 'failed'
}

const PAUSE_MS = 200
const MAX_OFFERED = 50
const NOTHING = { leave() {} }

/** The id of a document: chosen where the studio knows which there are, else typed. */
export function ReferenceEditor(props: ReferenceEditorProps): ReactNode {
  const { catalogue } = usePanelExtras()
  if (catalogue !== undefined) return <ChosenDocument {...props} catalogue={catalogue} />
  const { id, value, onChange } = props
  return <input id={id} className="ag-form-input" value={nameOf(value)} onChange={({ target }) => onChange(target.value || undefined)} />
}

/** Found by its title or id. What is typed is looked for and not written; below it, a link to what is chosen. */
function ChosenDocument({ id, label, kind, value, catalogue, onChange }: ReferenceEditorProps & { catalogue: string }): ReactNode {
  const [search, setSearch] = useState('')
  const [wasEntered, setEntered] = useState(false)
  const offered = useDocuments(catalogue, kind, wasEntered ? search : null)
  const chosen = useDocuments(catalogue, kind, typeof value === 'string' ? value : null).list.find((each) => each.id === value)
  const studio = booted.boot?.app.routes.studio ?? ''
  const control = {
    id,
    label,
    answer: NOTHING,
    placeholder: translate('studio.reference.search'),
    disabled: false,
    required: false,
    invalid: false,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears only that someone is about to choose
    <div onFocus={() => setEntered(true)}>
      <Combobox
        control={{ ...control, describedBy: undefined, disabledOptions: [] }}
        options={{ ...offered, list: offered.list.map((each) => ({ value: each.id, label: wordsOf(each) })), call: null }}
        search={search}
        onSearch={setSearch}
        shown={chosen ? wordsOf(chosen) : nameOf(value)}
        isChosen={(option) => option.value === value}
        onTake={(option) => onChange(String(option.value))}
        onErase={() => onChange(undefined)}
      />
      {chosen && (
        <p className="ag-studio-hint">
          <Link to={`${studio}/${kind}/${chosen.id}`}>{translate('studio.reference.open')}</Link>
        </p>
      )}
    </div>
  )
}

function nameOf(value: ReferenceEditorProps['value']): string {
  return typeof value === 'object' ? wordsOf({ id: value.as, title: value.title }) : (value ?? '')
}

function wordsOf({ id, title }: Found): string {
  const words = title === null ? '' : resolveText(title)
  return words === '' ? id : `${words} · ${id}`
}

/** Documents of the kind that the words find. @param search  null: nothing is asked */
function useDocuments(catalogue: string, kind: string, search: string | null): Offered & { retry(): void } {
  const [found, setFound] = useState<Offered>({ list: [], state: 'loading' })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks again
  useEffect(() => {
    if (search === null) return
    let isOver = false
    const settle = (next: Offered) => !isOver && setFound(next)
    const stop = afterTyping(() => {
      const asked = request<{ list: Found[] }>(catalogue, { kind, pageSize: MAX_OFFERED, ...(search && { search }) })
      void asked.then(
        ({ list }) => settle({ list, state: 'ready' }),
        () => settle({ list: [], state: 'failed' }),
      )
    }, PAUSE_MS)
    return () => {
      isOver = true
      stop()
    }
  }, [catalogue, kind, search, turn])
  return { ...found, retry: () => setTurn(turn + 1) }
}
