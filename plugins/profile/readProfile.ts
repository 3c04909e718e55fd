/** The stored profile of the person who asks. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** As everyone sees it: masked, with the computed age. Empty before the first save; fields that were never filled are absent. */
export async function readProfile({ call }: Pick<HandlerContext, 'call'>): Promise<Record<string, unknown>> {
  const { list } = await call<{ list: Record<string, unknown>[] }>('profile.rows', {})
  return withoutNulls(list[0] ?? {})
}

/** Values that are not null. */
export function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
