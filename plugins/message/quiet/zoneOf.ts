import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** The zone that a person chose for quiet hours, else that of the platform. */
export async function zoneOf(userId: string, { rows, platform }: HandlerContext): Promise<string> {
  const quiet = await rows.find('message.quiet', { userId })
  return quiet?.zone ?? platform.app.timeZone
}
