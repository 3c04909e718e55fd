import { useEffect } from 'react'
import { expressionPaths } from '../runtime/client/expression.ts'
import { type PreviewReason, tellStudio } from '../runtime/client/previewFrame.ts'
import { evaluateCel, type Names, type Scope } from '../runtime/client/scope.ts'
import { resolveText } from '../runtime/client/texts.ts'
import type { Cel, PageDocument } from '../runtime/core/documents.ts'
import { useScoped } from './useScoped.ts'

/** In a preview frame of the studio: reports the current result of each condition of the page and the values it reads. Renders nothing. */
export default function PreviewReasons({ page }: { page: PageDocument }): null {
  const reasons = useScoped((scope) => JSON.stringify(reasonsIn(page.body, '/body', scope)))
  useEffect(() => tellStudio({ agon: 'reasons', list: JSON.parse(reasons) as PreviewReason[] }), [reasons])
  return null
}

type Part = Record<string, unknown> & { visibleWhen?: Cel; title?: unknown; label?: unknown; text?: unknown; node?: unknown }

function reasonsIn(value: unknown, path: string, scope: Scope): PreviewReason[] {
  if (typeof value !== 'object' || value === null || 'cel' in value) return []
  const part = value as Part
  const own = !Array.isArray(value) && part.visibleWhen ? [reasonOf(part, part.visibleWhen, path, scope)] : []
  return [...own, ...Object.entries(value).flatMap(([key, member]) => reasonsIn(member, `${path}/${key}`, scope))]
}

function reasonOf(part: Part, condition: Cel, path: string, scope: Scope): PreviewReason {
  const names = scope.read()
  const read = expressionPaths(condition.cel)
  // names that only a row or item has: each of them decides for itself
  const isKnown = read.every(([name]) => name! in names)
  return {
    path,
    what: String(part.node ?? ''),
    title: wordsOf(part, scope),
    condition: condition.cel,
    holds: isKnown ? evaluateCel(condition, scope) === true : null,
    reads: [...new Set(read.map((path) => path.join('.')))].map((name) => ({ name, value: valueText(name, names) })),
  }
}

function wordsOf({ title, label, text }: Part, scope: Scope): string {
  const found = title ?? label ?? text
  return typeof found === 'object' && found !== null && 'cel' in found ? '' : resolveText(found, scope)
}

const SHOWN_CHARACTERS = 120

/** Empty for what only a row knows. */
function valueText(path: string, names: Names): string {
  const [name = '', ...steps] = path.split('.')
  if (!(name in names)) return ''
  const value = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], names[name])
  const text = JSON.stringify(value) ?? 'null'
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
