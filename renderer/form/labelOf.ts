/** What people call the field of a path. */
import type { FormSession } from './FormSession.ts'
import { pipedText } from './piped.ts'

/** `Members 2: Name`; a path of no field (of a newer version of the form) shows itself. */
export function labelOf(session: FormSession, path: string): string {
  const words: string[] = []
  let at = ''
  for (const step of path.split('/').slice(1)) {
    at += `/${step}`
    const template = session.engine.template(at)
    if (template) words.push(pipedText(session.engine, at, template.schema.title))
    else if (/^\d+$/.test(step) && words.length > 0) words[words.length - 1] += ` ${Number(step) + 1}`
  }
  return words.filter(Boolean).join(' · ') || path
}
