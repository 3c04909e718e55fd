/** Templates that people may send by hand: messages whose every variable is known from the receiver, the competition or the sender's own words. */
import type { TemplateDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'

const FACTS: readonly string[] = ['name', 'competition', 'competitionEn', 'note', 'subjectZh', 'subjectEn', 'textZh', 'textEn']
/** The template of the sender's own words. */
export const OWN_WORDS = 'message.notice'
const AREA = 'message.'

/** Templates for manual messages, in the order of their ids. */
export function sendableTemplates(platform: Platform): TemplateDocument[] {
  return [...platform.documents.template.values()].filter(
    ({ id, channel, variables }) =>
      id.startsWith(AREA) && channel === 'message' && Object.keys(variables).every((name) => FACTS.includes(name)),
  )
}
