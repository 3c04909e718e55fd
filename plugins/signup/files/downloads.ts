/** The registrations of a download and their members, page by page, as the asker may see them. */
import type { CallInput, CallOutput, HandlerContext } from '../../../runtime/core/contracts.ts'

export type Downloaded = CallOutput<'signup.downloadable'>['list'][number]
export interface Download {
  competitionId: string
  ids?: string[]
  /** What the filters of the list say. */
  filters: Record<string, unknown>
}
/** Someone with answers of their own: of a registration, or a member of it. */
export interface Holder {
  registration: Downloaded
  name: string
  formHash: string
  answers: unknown
}

const PAGE_SIZE = 100

export async function* holders({ competitionId, ids, filters }: Download, context: HandlerContext): AsyncGenerator<Holder> {
  for (let pageNum = 1, read = 0; ; pageNum++) {
    const asked = { ...filters, competitionId, ...(ids ? { ids } : {}), pageNum, pageSize: PAGE_SIZE }
    const { list, total } = await context.call('signup.downloadable', asked as CallInput<'signup.downloadable'>)
    const members = await membersOf(competitionId, list, context)
    for (const registration of list) {
      yield { registration, name: registration.displayName, formHash: registration.formHash, answers: registration.answers }
      yield* members.get(registration.id) ?? []
    }
    read += list.length
    if (list.length === 0 || read >= total) return
  }
}

async function membersOf(competitionId: string, list: readonly Downloaded[], context: HandlerContext): Promise<Map<string, Holder[]>> {
  const of = new Map(list.map((registration) => [registration.id, registration]))
  const found = new Map<string, Holder[]>()
  for (let pageNum = 1, read = 0; list.length > 0; pageNum++) {
    const asked = { competitionId, registrationIds: [...of.keys()], pageNum, pageSize: PAGE_SIZE }
    const page = await context.call('signup.downloadableMembers', asked)
    for (const { registrationId, name, formHash, answers } of page.list) {
      const holder = { registration: of.get(registrationId)!, name: name ?? '', formHash: formHash!, answers }
      found.set(registrationId, [...(found.get(registrationId) ?? []), holder])
    }
    read += page.list.length
    if (page.list.length === 0 || read >= page.total) break
  }
  return found
}
