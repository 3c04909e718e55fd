/** What a person designs for: competitions, organisations, and the platform for its staff. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

const PLATFORM = 'managePlatform'

/** Ids of competitions and organisations; null: all of them. */
export interface DesignReach {
  platform: boolean
  competitions: readonly string[] | null
  organisations: readonly string[] | null
}

/** @param permission  held on the competition or organisation */
export function designReach(permission: string, { session }: Pick<HandlerContext, 'session'>): DesignReach {
  return {
    platform: objectsWith(session, PLATFORM, 'organisation') === null,
    competitions: objectsWith(session, permission, 'competition'),
    organisations: objectsWith(session, permission, 'organisation'),
  }
}
