/** Every call by which staff add files to what belongs to an organisation, as its document declares it, counts them against the storage of the school. */
import { expect, it } from 'vitest'
import type { CallDocument, EntityDocument } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { NOTHING, sharedFields } from '../../../runtime/server/database/sharedFields.ts'
import { createPlatformSource } from '../../../runtime/server/loadPlatform.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

/** Of `platform.file`, which the kernel fills. */
const KERNEL_FIELDS = 'key name size type width height purpose sha256 ownerId entity rowId boundAt'.split(' ')
/** Staff calls whose input could carry files, and why they count none. */
const WITHOUT: Readonly<Record<string, string>> = {
  'competition.copyCompetition': 'the times to move',
  'competition.create': 'a title',
  'competition.saveTabs': 'tabs of the page',
  'competition.saveTimes': 'dates',
  'data.addAward': 'proof is owed to who checks an award',
  'data.changeAward': 'proof is owed to who checks an award',
  'pay.auditGroupInvoice': 'an invoice is owed to who paid',
  'pay.uploadInvoices': 'an invoice is owed to who paid',
  'ranking.answerObjection': 'text',
  'signup.downloadFiles': 'filters',
  'training.create': 'a title',
}

function belongsToOrganisation(entity: EntityDocument, platform: Platform): boolean {
  const reported = sharedFields(platform.get('entity', 'platform.file'), KERNEL_FIELDS, entity, platform)
  return reported.some(({ name, of }) => name === 'organisationId' && of('r') !== NOTHING)
}

function fileFields({ fields }: EntityDocument, types: readonly string[] = ['file', 'files']): string[] {
  return Object.keys(fields).filter((name) => types.includes(fields[name]!.type) && !fields[name]!.computed)
}

/** The entity that the call writes, as its operation or its log says. */
function written({ operation, log }: CallDocument, platform: Platform): EntityDocument | undefined {
  const id =
    (operation && 'entity' in operation && operation.entity) ||
    (operation && 'flow' in operation && platform.documents.flow.get(operation.flow)?.entity) ||
    (typeof log === 'object' && log.entity)
  return id ? platform.documents.entity.get(id) : undefined
}

interface Shape {
  type?: string | string[]
  items?: Shape
  properties?: Record<string, Shape>
}

/** Objects, or lists of them: what a stored file is sent as. */
function takesObjects({ input }: CallDocument): boolean {
  const isObject = ({ type, items }: Shape): boolean => {
    const types = [type ?? 'object'].flat()
    return types.includes('object') || (types.includes('array') && isObject(items ?? {}))
  }
  return Object.values((input as Shape | undefined)?.properties ?? {}).some(isObject)
}

/** Participants submit files too, which are never refused. */
function isOfStaff({ access }: CallDocument, platform: Platform): boolean {
  const permission = typeof access === 'object' && 'permission' in access ? access.permission : undefined
  if (permission === undefined) return false
  const codes = typeof permission === 'string' ? [permission] : 'any' in permission ? permission.any : permission.all
  const everybody = platform.get('role', 'account.member').permissions as readonly string[]
  return !codes.some((code) => everybody.includes(code))
}

/** Whether the call can put files into a row of the entity. */
function addsFiles(call: CallDocument, entity: EntityDocument): boolean {
  const { operation } = call
  if (!takesObjects(call)) return false
  if (!operation) return fileFields(entity).length > 0
  // pictures of a designed document are kept in a list beside it
  if (operation.kind === 'design') return ['save', 'publish'].includes(operation.step) && fileFields(entity, ['files']).length > 0
  return 'set' in operation && fileFields(entity).some((name) => name in (operation.set ?? {}))
}

it('[STORAGE-6] each of them names the storage of the organisation', async () => {
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const adding = [...platform.documents.call.values()].filter((call) => {
    const entity = written(call, platform)
    return entity && belongsToOrganisation(entity, platform) && isOfStaff(call, platform) && addsFiles(call, entity)
  })
  const counting = (call: CallDocument) => call.needs?.some(({ feature }) => feature === 'package.storage') ?? false
  const missing = adding.filter((call) => !counting(call)).map(({ id }) => id)
  expect(missing.toSorted(), 'calls to count, or to explain above').toEqual(Object.keys(WITHOUT).toSorted())
  expect(adding.filter(counting).length).toBeGreaterThan(9)
  const idle = [...platform.documents.call.values()].filter((call) => counting(call) && !adding.includes(call))
  expect(
    idle.map(({ id }) => id),
    'calls that count and add nothing',
  ).toEqual([])
})
