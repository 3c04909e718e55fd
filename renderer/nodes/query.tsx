import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { evaluateCel } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { FilterChips, type SetFilter } from '../filters/FilterChips.tsx'
import { FilterDrawer } from '../filters/FilterDrawer.tsx'
import { FilterField, type FilterFieldProps } from '../filters/FilterField.tsx'
import { readRange, writeRange } from '../filters/rangeText.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { PHONE, useMedia } from '../useMedia.ts'
import { useScoped } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'

/** A change of a filter leads back to the first page. */
const PAGE_PARAMETERS = ['page', 'pageNum']
/** More than so many fields are folded away on a phone. */
const OPEN_ON_PHONE = 2
const NOTHING_CHOSEN = new URLSearchParams()

interface DrawnField extends Pick<FilterFieldProps, 'name' | 'field' | 'layout' | 'required' | 'counts'> {
  values: string[]
  put(value: string | string[]): void
  begin(value: string): void
}

/** Filters and search of a list page, bound to parameters of the address, so that a choice can be linked, reloaded and undone with Back. On a phone
 * many filters are in a drawer. */
export default function QueryNode({ node }: NodeProps<'query'>): ReactNode {
  const names = Object.keys(node.fields)
  const folded = useMedia(PHONE) && names.length > OPEN_ON_PHONE
  const { search, active, change, begin, clear, isFilter, isRequired } = useQueryAddress(node)
  const [isUnfolded, setUnfolded] = useState(false)
  const counts = useScoped((scope) => (node.counts ? evaluateCel(node.counts, scope) : null))
  const fields = names.map((name): DrawnField => {
    const field = node.fields[name]!
    const values = valuesOf(name, field, search)
    const layout = node.layout === 'pills' && field['x-widget'] !== 'select' ? 'pills' : 'bar'
    return {
      name,
      field,
      values,
      layout,
      counts: isRecord(counts) && isRecord(counts[name]) ? counts[name] : null,
      required: isRequired(name),
      begin: (value: string) => begin(name, value),
      put: (value: string | string[]) => change(name, value),
    }
  })
  const isSeldom = ({ name, values }: DrawnField) => node.folded?.includes(name) === true && values.length === 0
  const shown = fields.filter((field) => isUnfolded || !isSeldom(field))
  const rows = shown.filter(({ layout }) => layout === 'pills')
  const others = shown.filter(({ layout }) => layout === 'bar')
  const set: SetFilter[] = fields
    .filter(({ name, values }) => values.length > 0 && isFilter(name))
    .map(({ name, field, values, put }) => ({ key: name, field, values, remove: () => put('') }))

  return (
    <search className={`ag-query ag-query--${node.layout ?? 'bar'}`}>
      {node.search && (
        <SearchBox
          placeholder={node.search.placeholder}
          value={search.get(node.search.parameter) ?? ''}
          suggest={node.search.suggest}
          onSearch={(text) => change(node.search!.parameter, text)}
        />
      )}
      {folded ? (
        <>
          <FilterDrawer count={set.length} clear={active ? clear : null}>
            {fields.map(drawField)}
          </FilterDrawer>
          <FilterChips filters={set} clear={clear} />
        </>
      ) : (
        <>
          {rows.length > 0 && <div className="ag-query__fields">{rows.map(drawField)}</div>}
          {others.length > 0 && <div className="ag-query__row">{others.map(drawField)}</div>}
          {fields.some(isSeldom) && (
            <Button tone="link" size="small" icon="filter" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {translate(isUnfolded ? 'kernel.filter.fewer' : 'kernel.filter.more')}
            </Button>
          )}
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

/** What the node's parameters have in the address, and how they are changed there. */
function useQueryAddress(node: NodeProps<'query'>['node']) {
  const [here, setHere] = useSearchParams()
  const navigate = useNavigate()
  const search = node.to ? NOTHING_CHOSEN : here
  const names = Object.keys(node.fields)
  const isRequired = (name: string) => node.required?.includes(name) === true
  const isFilter = (name: string) => !isRequired(name) && node.kept?.includes(name) !== true
  const cleared = names.filter(isFilter).flatMap((name) => Object.keys(parametersOf(name, node.fields[name], [])))
  const active = cleared.some((name) => search.has(name)) || Boolean(node.search && search.get(node.search.parameter))

  // the present address: another filter may have changed it since this one was drawn
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

  // no choice was made here, so Back has nothing to return to
  function begin(name: string, value: string): void {
    const next = present()
    if (next.has(name)) return
    next.set(name, value)
    setHere(next, { replace: true, preventScrollReset: true })
  }

  // Back undoes each choice
  function go(next: URLSearchParams): void {
    if (node.to) void navigate(`${node.to}?${next}`)
    else setHere(next, { replace: next.toString() === present().toString(), preventScrollReset: true })
  }

  function clear(): void {
    const next = present()
    for (const name of [...cleared, ...PAGE_PARAMETERS, ...(node.search ? [node.search.parameter] : [])]) next.delete(name)
    go(next)
  }

  return { search, active, change, begin, clear, isFilter, isRequired }
}

function drawField({ name, values, put, begin, ...props }: DrawnField): ReactNode {
  return <FilterField key={name} name={name} value={values} onChange={put} onDefault={begin} {...props} />
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
