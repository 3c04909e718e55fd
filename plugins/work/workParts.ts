/** The parts of a work that the specification fixes, taken out of the answers for lists and pages. Fields keep their names in every form of works. */
import type { StoredFile } from '../../runtime/core/contracts.ts'

export interface WorkParts {
  title: string
  introduction: string | null
  keywords: string | null
  cover: StoredFile | null
  attachments: StoredFile[]
  link: string | null
}

/** Characters that the columns hold; the answers keep the whole. */
const LONGEST = { title: 400, keywords: 400, link: 2000, introduction: 20_000 }

/** Title, summary, keywords, cover, attachments and link; empty where unanswered. */
export function workParts(answers: Readonly<Record<string, unknown>>): WorkParts {
  return {
    title: textOf(answers.title, LONGEST.title) ?? '',
    introduction: textOf(answers.introduction, LONGEST.introduction),
    keywords: textOf(answers.keywords, LONGEST.keywords),
    cover: filesIn(answers.cover)[0] ?? null,
    attachments: filesIn(answers.attachments),
    link: textOf(answers.link, LONGEST.link),
  }
}

function textOf(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : null
}

/** Files at any depth of a value, without their owners. */
export function filesIn(value: unknown): StoredFile[] {
  if (Array.isArray(value)) return value.flatMap(filesIn)
  if (typeof value !== 'object' || value === null) return []
  const file = value as StoredFile
  if (typeof file.id === 'string' && typeof file.size === 'number') return [{ ...file, ownerId: null }]
  return Object.values(value).flatMap(filesIn)
}
