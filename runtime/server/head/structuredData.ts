/** Structured data of a page (`head.structured`) as JSON-LD, and the way to it as a list of breadcrumbs. */
import type { PageDocument } from '../../core/documents.ts'
import { isRecord } from '../../core/isRecord.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { fileAddress } from '../../core/storedFile.ts'
import { compileValue } from '../calls/compileValue.ts'
import { headText } from './headText.ts'
import type { Names } from './readSources.ts'

interface Place {
  platform: Platform
  lang: Lang
  /** Scheme and host. */
  site: string
}

type Thing = Record<string, unknown>

/** @param names what expressions see. Answers things with `@context` */
export function structuredData(page: PageDocument, names: Names, place: Place): Thing[] {
  const declared = (page.head?.structured ?? []).flatMap(({ when, ...thing }) => {
    if (when && compileValue(when)(names) !== true) return []
    const written = write(compileValue(thing as never)(names), place)
    return isRecord(written) ? [written] : []
  })
  const path = breadcrumbs(page, place)
  return [...declared, ...(path ? [path] : [])].map((thing) => ({ '@context': 'https://schema.org', ...thing }))
}

/** Undefined for nothing, and for a thing that would have a type alone. */
function write(value: unknown, place: Place): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map((item) => write(item, place)).filter((item) => item !== undefined)
  if (typeof value === 'string') return /^\/(?!\/)/.test(value) ? place.site + value : value
  if (!isRecord(value)) return value
  if ('zh' in value && 'en' in value) return value[place.lang] || value.zh || value.en || undefined
  if ('id' in value && 'size' in value) return place.site + fileAddress(encodeURIComponent(String(value.id)))
  const { type, ...rest } = value
  const members = Object.entries(rest)
    .map(([name, member]) => [name, write(member, place)] as const)
    .filter(([, member]) => member !== undefined)
  if (members.length === 0) return undefined
  return { ...(type === undefined ? {} : { '@type': type }), ...Object.fromEntries(members) }
}

/** Pages above this one, whose titles are known without data; null without any. */
function breadcrumbs(page: PageDocument, { platform, lang, site }: Place): Thing | null {
  const above: { name: string; item: string }[] = []
  for (let id = page.meta?.parent; id !== undefined && above.length < MAX_LEVELS; ) {
    const parent: PageDocument | undefined = platform.documents.page.get(id)
    const route = parent?.routes.find((each) => !each.includes(':'))
    if (!parent || !route || parent.access !== 'public') break
    above.unshift({ name: headText(platform, lang, parent.title, {}), item: site + route })
    id = parent.meta?.parent
  }
  if (above.length === 0) return null
  const steps = above.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step }))
  return { '@type': 'BreadcrumbList', itemListElement: steps }
}
const MAX_LEVELS = 5
