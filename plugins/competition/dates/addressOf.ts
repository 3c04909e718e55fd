import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** The address at which a personal calendar is read. */
export function addressOf(key: string, { platform, site }: HandlerContext): string {
  return `${site}/${platform.get('call', 'competition.ownCalendar').path!.replace(':key', key)}`
}
