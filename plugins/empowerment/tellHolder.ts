/** Tells who got or lost a right on competitions. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { wordsFor } from '../../runtime/core/knownNames.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { momentText } from '../audit/valueText.ts'

interface Right {
  role: string
  place: LocalText
  until?: string | null
}

/** Sends the template to each person. @param right role and place, named in both languages */
export async function tellHolder(
  template: 'empowerment.granted' | 'empowerment.withdrawn',
  userIds: readonly string[],
  right: Right,
  context: HandlerContext,
): Promise<void> {
  const { platform, session, messages } = context
  const title = platform.documents.role.get(right.role)?.title ?? right.role
  const names = {
    place: right.place.zh,
    placeEn: right.place.en || right.place.zh,
    role: localName(title, 'zh') ?? right.role,
    roleEn: localName(title, 'en') ?? right.role,
  }
  const text = (lang: Lang) => (right.until ? `→ ${momentText(right.until, platform, lang)}` : '')
  const until = { until: text('zh'), untilEn: text('en') }
  const variables = wordsFor(template, { ...names, ...until }, platform)
  for (const userId of userIds) if (userId !== session.userId) await messages.send(template, { userId }, variables)
}
