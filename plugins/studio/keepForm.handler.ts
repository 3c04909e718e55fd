/** Puts a copy of a form into the library of an organisation. The copy is checked as any form when it is used. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'

interface Place {
  competitionId?: string | null
  organisationId?: string | null
}

export default defineHandler('studio.keepForm', async ({ purpose, content, ...place }, context) => {
  const title = content.title as FormDocument['title']
  if (typeof title !== 'object' || !title || !('zh' in title)) return wrong('/content/title', context)
  const owner = await ownerOf(place, context)
  await context.lock('keptForms', owner.organisationId)
  await assertRoom(owner.organisationId, context)
  const id = await context.rows.create('studio.keptForm', {
    ...owner,
    title: { zh: title.zh, en: title.en },
    purpose,
    createdBy: context.session.userId!,
  })
  const { formId } = await context.documents.designs.store(
    context.documents.designs.place('studio.keptForm', 'formId', { id, formId: null }),
    content,
  )
  await context.rows.save('studio.keptForm', { id }, { formId })
  return { id }
})

function wrong(path: string, { fail }: HandlerContext): never {
  return fail('CALL_INPUT', { errors: [{ path, rule: 'required' }] })
}

/** Access was checked for one of the two, so exactly one is taken. @throws CALL_INPUT, NOT_FOUND */
async function ownerOf({ competitionId, organisationId }: Place, context: HandlerContext) {
  if (organisationId) return competitionId ? wrong('/organisationId', context) : { competitionId: null, organisationId }
  if (!competitionId) return wrong('/competitionId', context)
  const { db, fail } = context
  const found = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId).executeTakeFirst()
  return found
    ? { competitionId, organisationId: found.organisationId }
    : fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
}

/** @throws LIBRARY_FULL */
async function assertRoom(organisationId: string, { db, fail, documents }: HandlerContext): Promise<void> {
  const max = documents.settings('studio.library').perOrganisation
  const rows = await db.selectFrom('studio_keptForm').select('id').where('organisationId', '=', organisationId).limit(max).execute()
  if (rows.length >= max) fail('LIBRARY_FULL', { most: max })
}
