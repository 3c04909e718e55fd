import type { ReactNode } from 'react'
import { enumLabel, formatValue } from '../runtime/client/format.ts'
import { callAddress } from '../runtime/client/http.ts'
import { findEnumValue } from '../runtime/client/library.ts'
import { resolveText } from '../runtime/client/texts.ts'
import type { Format } from '../runtime/core/documents.ts'
import { AppLink } from './widgets/light/AppLink.tsx'
import { LazyImage } from './widgets/light/LazyImage.tsx'
import { Pill, Tag } from './widgets/light/Pill.tsx'

/** A value drawn by its format: pills for statuses, tags, pictures, links; all other formats are text. */
export function FormattedValue({ value, format, enumId }: { value: unknown; format?: Format; enumId?: string }): ReactNode {
  const absent = value === null || value === undefined || value === ''
  if (absent) return <span className="ag-absent">{formatValue(null)}</span>
  if (Array.isArray(value) && (enumId || format === 'tags')) return <TagList values={value} enumId={enumId} />
  if (enumId) return <EnumPill enumId={enumId} code={value} />
  if (format === 'tags') return <TagList values={[value]} />
  if (format === 'image') return <LazyImage className="ag-thumbnail" src={imageAddress(value) ?? ''} alt="" />
  if (format === 'link') return <AppLink to={String(value)}>{String(value)}</AppLink>
  if (format === 'bar') return <Share value={Number(value)} />
  if (format === 'json') return <pre className="ag-json">{formatValue(value, 'json')}</pre>
  if (format === 'date' || format === 'datetime' || format === 'relative') {
    return (
      <time dateTime={String(value)} title={format === 'relative' ? formatValue(value, 'datetime') : undefined}>
        {formatValue(value, format)}
      </time>
    )
  }
  return formatValue(value, format)
}

/** A share, from 0 to 1, as a bar with its percentage. */
function Share({ value }: { value: number }): ReactNode {
  const words = formatValue(value, 'percent')
  return (
    <span className="ag-share">
      <progress className="ag-progress" max={1} value={value} aria-label={words} />
      {words}
    </span>
  )
}

/** A stored code as a pill in its colour; without a colour as a plain tag. */
export function EnumPill({ enumId, code }: { enumId: string; code: unknown }): ReactNode {
  const entry = findEnumValue(enumId, code)
  const label = entry ? resolveText(entry.label) : String(code)
  return entry?.color ? <Pill color={entry.color}>{label}</Pill> : <Tag>{label}</Tag>
}

function TagList({ values, enumId }: { values: unknown[]; enumId?: string }): ReactNode {
  return (
    <span className="ag-tags">
      {values.map((value) => (
        <Tag key={String(value)}>{enumId ? enumLabel(enumId, value) : formatValue(value)}</Tag>
      ))}
    </span>
  )
}

/** The address of a picture: an address as it is, the id of a stored file or a stored file itself through `platform.file`; null for none. */
export function imageAddress(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return imageAddress(value[0])
  if (typeof value === 'object') return 'id' in value ? callAddress('platform.file', { id: value.id }) : null
  const text = String(value)
  return /^(\/|https?:|data:image\/)/.test(text) ? text : callAddress('platform.file', { id: text })
}
