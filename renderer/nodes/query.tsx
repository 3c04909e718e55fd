/** Controls bound to the parameters of the address: filters and search of a list page. What is chosen can be linked, reloaded and gone back. */
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type resolveText, translate } from '../../runtime/client/texts.ts'
import { FilterField } from '../FilterField.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { useText } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'

/** Paging starts anew when a filter changes. */
const PAGE_PARAMETERS = ['page', 'pageNum']
const NOTHING_CHOSEN = new URLSearchParams()

export default function QueryNode({ node }: NodeProps<'query'>): ReactNode {
  const [here, setHere] = useSearchParams()
  const navigate = useNavigate()
  const search = node.to ? NOTHING_CHOSEN : here
  const names = Object.keys(node.fields)
  const active = names.some((name) => search.has(name)) || Boolean(node.search && search.get(node.search.parameter))

  function change(name: string, value: unknown): void {
    const next = new URLSearchParams(search)
    next.delete(name)
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined && item !== '') next.append(name, String(item))
    }
    for (const parameter of PAGE_PARAMETERS) next.delete(parameter)
    go(next)
  }

  function go(next: URLSearchParams): void {
    if (node.to) void navigate(`${node.to}?${next}`)
    else setHere(next, { replace: true, preventScrollReset: true })
  }

  function clear(): void {
    const next = new URLSearchParams(search)
    for (const name of [...names, ...PAGE_PARAMETERS, ...(node.search ? [node.search.parameter] : [])]) next.delete(name)
    go(next)
  }

  return (
    <search className={`ag-query ag-query--${node.layout ?? 'bar'}`}>
      {node.search && (
        <SearchBox
          parameter={node.search.parameter}
          placeholder={node.search.placeholder}
          value={search.get(node.search.parameter) ?? ''}
          onChange={change}
        />
      )}
      {names.length > 0 && (
        <div className="ag-query__fields">
          {names.map((name) => (
            <FilterField
              key={name}
              name={name}
              field={node.fields[name]!}
              value={search.getAll(name)}
              layout={node.layout ?? 'bar'}
              onChange={(value) => change(name, value)}
            />
          ))}
        </div>
      )}
      {active && names.length > 0 && (
        <Button tone="link" size="small" icon="close" onClick={clear}>
          {translate('kernel.filter.clear')}
        </Button>
      )}
    </search>
  )
}

function SearchBox({
  parameter,
  placeholder,
  value,
  onChange,
}: {
  parameter: string
  placeholder: Parameters<typeof resolveText>[0]
  value: string
  onChange(name: string, value: string): void
}): ReactNode {
  const [typed, setTyped] = useState(value)
  const label = useText(placeholder as never)
  useEffect(() => setTyped(value), [value])

  function submit(event: FormEvent): void {
    event.preventDefault()
    onChange(parameter, typed.trim())
  }

  return (
    <form className="ag-search" onSubmit={submit}>
      <Icon name="search" />
      <input
        type="search"
        data-search
        className="ag-search__input"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '' && value !== '') onChange(parameter, '')
        }}
      />
      <Button tone="primary" type="submit">
        {translate('kernel.search')}
      </Button>
    </form>
  )
}
