/** Names of files in an archive, made of the parts that an organiser chose. */
import type { Lang } from '../../../runtime/core/platform.ts'
import type { Holder } from './downloads.ts'

export type FilePart = 'no' | 'name' | 'school' | 'event' | 'label' | 'question' | 'file'
export type Folders = 'none' | 'registration' | 'question' | 'event'
export interface NamePattern {
  folders: Folders
  parts: readonly FilePart[]
}

export const USUAL: NamePattern = { folders: 'registration', parts: ['no', 'name', 'question'] }
/** Names of files have at most 255 bytes; a Chinese character takes three. */
const LONGEST = 80

interface Named {
  holder: Holder
  question: string
  /** As it was uploaded. */
  file: string
  lang: Lang
}

/** Path of one file in the archive; equal ones get a number as they are packed. */
export function fileName({ folders, parts }: NamePattern, { holder, question, file, lang }: Named): string {
  const { registration, name } = holder
  const dot = file.lastIndexOf('.')
  const [base, ending] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, '']
  const event = wordsOf(registration.event, lang)
  const values: Record<FilePart, string | null> = {
    ...{ no: registration.id, name, school: registration.school, event, label: registration.label, question, file: base },
  }
  const joined = parts.map((part) => safe(values[part] ?? '')).filter((part) => part !== '')
  const own = (joined.join('-') || registration.id) + safe(ending)
  const folder = { none: '', registration: `${registration.id} ${registration.displayName}`, question, event }[folders]
  return folder === '' ? own : `${safe(folder)}/${own}`
}

/** Nothing of it leads out of the folder, or cannot be written by a system. */
function safe(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+(?=.)/, (dots) => (dots.startsWith('.') && text.length <= 5 ? dots : ''))
    .trim()
  return [...plain].slice(0, LONGEST).join('')
}

/** Of a text in two languages, as the title of an event. */
export function wordsOf(title: unknown, lang: Lang): string {
  if (typeof title === 'string') return title
  const { zh, en } = (title ?? {}) as { zh?: string; en?: string }
  return (lang === 'zh' ? zh || en : en || zh) ?? ''
}
