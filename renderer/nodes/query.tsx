import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { FilterChips, type SetFilter } from '../filters/FilterChips.tsx'
import { FilterDrawer } from '../filters/FilterDrawer.tsx'
import { FilterField } from '../filters/FilterField.tsx'
import { readRange, writeRange } from '../filters/rangeText.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { PHONE, useMedia } from '../useMedia.ts'
import { Button } from '../widgets/light/Button.tsx'

/** A change of a filter leads back to the first page. */
const PAGE_PARAMETERS = ['page', 'pageNum']
/** More than so many fields are folded away on a phone. */
const OPEN_ON_PHONE = 2
const NOTHING_CHOSEN = new URLSearchParams()

/** Filters and search of a list page, bound to parameters of the address, so that a choice can be linked, reloaded and undone with Back. On a phone
 * many filters are in a drawer. */
export default function QueryNode({ node }: NodeProps<'query'>): ReactNode {
  const [here, setHere] = useSearchParams()
  const navigate = useNavigate()
  const search = node.to ? NOTHING_CHOSEN : here
  const names = Object.keys(node.fields)
  const folded = useMedia(PHONE) && names.length > OPEN_ON_PHONE
  const parameters = names.flatMap((name) => Object.keys(parametersOf(name, node.fields[name], [])))
  const active = parameters.some((name) => search.has(name)) || Boolean(node.search && search.get(node.search.parameter))

  // the address of now: another filter may have written it since this one was drawn
  const present = () => new URLSearchParams(node.to ? '' : window.location.search)

  function change(name: string, value: string | string[]): void {
    const next = present()
    for (const [parameter, values] of Object.entries(parametersOf(name, node.fields[name], [value].flat()))) {
      next.delete(parameter)
      for (const item of values) if (item !== '') next.append(parameter, item)
    }
    for (const parameter of PAGE_PARAMETERS) next.delete(parameter)
    go(next)
  }

  // each choice can be gone back from
  function go(next: URLSearchParams): void {
    if (node.to) void navigate(`${node.to}?${next}`)
    else setHere(next, { replace: next.toString() === present().toString(), preventScrollReset: true })
  }

  function clear(): void {
    const next = present()
    for (const name of [...parameters, ...PAGE_PARAMETERS, ...(node.search ? [node.search.parameter] : [])]) next.delete(name)
    go(next)
  }

  const fields = names.map((name) => {
    const field = node.fields[name]!
    const values = valuesOf(name, field, search)
    const layout = node.layout === 'pills' && field['x-widget'] !== 'select' ? 'pills' : 'bar'
    return { name, field, values, layout, put: (value: string | string[]) => change(name, value) } as const
  })
  const draw = (some: typeof fields) =>
    some.map(({ name, field, values, layout, put }) => (
      <FilterField key={name} name={name} field={field} value={values} layout={layout} onChange={put} />
    ))
  const rows = fields.filter(({ layout }) => layout === 'pills')
  const others = fields.filter(({ layout }) => layout === 'bar')
  const set: SetFilter[] = fields
    .filter(({ values }) => values.length > 0)
    .map(({ name, field, values, put }) => ({ key: name, field, values, remove: () => put('') }))

  return (
    <search className={`ag-query ag-query--${node.layout ?? 'bar'}`}>
      {node.search && (
        <SearchBox
          placeholder={node.search.placeholder}
          value={search.get(node.search.parameter) ?? ''}
          onSearch={(text) => change(node.search!.parameter, text)}
        />
      )}
      {folded ? (
        <>
          <FilterDrawer count={set.length} clear={active ? clear : null}>
            {draw(fields)}
          </FilterDrawer>
          <FilterChips filters={set} clear={clear} />
        </>
      ) : (
        <>
          {rows.length > 0 && <div className="ag-query__fields">{draw(rows)}</div>}
          {others.length > 0 && <div className="ag-query__row">{draw(others)}</div>}
          {active && names.length > 0 && (
            <Button tone="link" size="small" icon="close" onClick={clear}>
              {translate('kernel.filter.clear')}
            </Button>
          )}
        </>
      )}
    </search>
  )
}

/** A range has two parameters in the address, every other filter one of its own name. */
function parametersOf(name: string, field: FormField | undefined, values: readonly string[]): Record<string, readonly string[]> {
  const range = field?.['x-range']
  if (!range) return { [name]: values }
  const [from, to] = readRange(values[0])
  return { [range.from]: [from], [range.to]: [to] }
}

function valuesOf(name: string, { 'x-range': range }: FormField, search: URLSearchParams): string[] {
  if (!range) return search.getAll(name)
  return [writeRange(search.get(range.from) ?? '', search.get(range.to) ?? '')].filter(Boolean)
}
