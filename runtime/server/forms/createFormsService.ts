/** Forms on the server: finds a version, evaluates it again with what was received, refuses what the person may not send, and stores file facts from
 *  the `platform.file` table instead of those that were sent. Also makes the validators that browsers load: one module for each set of rules. */
import type { Database, FormError, FormService, FormValidatorName, JobProgress, StoredDocument } from '../../core/contracts.ts'
import type { FormDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { acceptAnswers } from '../../core/form/acceptAnswers.ts'
import { type FormValidator, formError } from '../../core/form/checkForm.ts'
import { type CompiledForm, compileForm } from '../../core/form/compileForm.ts'
import type { FormEnvironment } from '../../core/form/createFormEngine.ts'
import { holdsRichText } from '../../core/form/holdsFields.ts'
import { prefillAnswers } from '../../core/form/prefillAnswers.ts'
import { pruneForm } from '../../core/form/pruneForm.ts'
import { readableAnswers } from '../../core/form/readableAnswers.ts'
import { scoreAnswers } from '../../core/form/scoreAnswers.ts'
import { maskAnswers } from '../../core/masking/maskAnswers.ts'
import { masksOf } from '../../core/masking/personalFields.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'
import { cleanRichText } from '../../core/richText/cleanRichText.ts'
import type { FormImpact } from '../../core/studio/formImpact.ts'
import { createValidator, type Validator } from '../../core/validation/index.ts'
import type { DocumentsService } from '../documents/createDocumentsService.ts'
import { documentHash, isCommon } from '../documents/documentRows.ts'
import { JOB_REQUEST } from '../jobs/jobRequest.ts'
import type { Caller, CallScope, FormsPart, FormVersion, ServerDeps } from '../serverContext.ts'
import { mapAnswers, type Replace } from './mapAnswers.ts'
import { type Impact, type ImpactOrder, planImpact } from './measureImpact.ts'
import { type CountedForm, moveOptionPlaces, optionPlacesLeft } from './optionPlaces.ts'
import { type AskCall, refuseUnoffered } from './refuseUnoffered.ts'
import { replaceFiles } from './replaceFiles.ts'
import { templateAnswers } from './templateAnswers.ts'

export const IMPACT_JOB = 'platform.formImpact'
const COMPILED_KEPT = 100
const MODULES_KEPT = 100
const ANNOUNCED_KEPT = 1000

interface ReadyForm {
  compiled: CompiledForm
  validate: FormValidator
}

export interface FormsService extends FormsPart {
  /** Source of the validator module, or null when no form has such rules. */
  validatorModule(hash: string): Promise<string | null>
  /** The job of an impact. */
  measureImpact(order: ImpactOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<FormImpact>
}

interface FormParts {
  deps: ServerDeps
  documents: DocumentsService
  /** By the hash of the version. */
  ready: Map<string, ReadyForm>
  /** By the hash of what browsers get. */
  announced: Map<string, FormValidatorName>
  /** The hash of a form: screens give the same object to all people with the same codes. */
  hashes: WeakMap<FormDocument, string>
}

/** Who asks, and what the person may ask for options. */
interface Asking {
  scope: CallScope
  ask: AskCall | null
}

export function createFormsService(deps: ServerDeps, documents: DocumentsService): FormsService {
  const parts: FormParts = { deps, documents, ready: new Map(), announced: new Map(), hashes: new WeakMap() }
  const modules = new Map<string, string>()
  deps.onReload(() => {
    parts.ready.clear()
    parts.announced.clear()
  })

  return {
    bind: (scope, ask) => bindForms(parts, { scope, ask }),
    version: (hash) => versionByHash(parts, deps.db, hash),
    async measureImpact(order, { session, lang, request = JOB_REQUEST }, progress) {
      const impact = await impactOf(parts, order, { db: deps.db, session, lang, request, now: deps.clock() })
      return impact.streamed(deps.background.pool, progress)
    },
    async validatorModule(hash) {
      const known = modules.get(hash)
      if (known) return known
      const row = await deps.db.selectFrom('platform_validator').select('source').where('hash', '=', hash).executeTakeFirst()
      if (row) remember(modules, hash, row.source as string, MODULES_KEPT)
      return (row?.source as string | undefined) ?? null
    },
  }
}

function bindForms(parts: FormParts, { scope, ask }: Asking): FormService {
  const { deps } = parts
  const permissions = [...heldAnywhere(scope.session)]
  return {
    submit: (...sent: Parameters<FormService['submit']>) => submitAnswers(parts, { scope, ask }, ...sent) as Promise<never>,
    async prefill(wanted, given, by) {
      const { compiled, validate } = compiledForm(parts, await findVersion(parts, scope, wanted))
      return prefillAnswers(compiled, given, { permissions, now: scope.now.toISOString() }, validate, by)
    },
    movePlaces: async (wanted, before, after) => moveOptionPlaces(scope.db, await countedForm(parts, scope, wanted), before, after),
    async score(wanted, answers) {
      const { compiled } = compiledForm(parts, await findVersion(parts, scope, wanted))
      return scoreAnswers(compiled, answers, { permissions, now: scope.now.toISOString() })
    },
    async placesLeft(wanted) {
      return optionPlacesLeft(scope.db, await countedForm(parts, scope, wanted))
    },
    async read(hash, answers, { whole = false } = {}) {
      const version = await findVersion(parts, scope, { hash })
      const readable = readableAnswers(version, answers, permissions)
      return whole && !scope.session.seeing ? readable : maskAnswers(version.form.schema, readable, masksOf(deps.platform()))
    },
    validator: (form) => announceValidator(parts, form),
    async impact(id, content, answers) {
      const order: ImpactOrder = { id, content, answers }
      const impact = await impactOf(parts, order, scope)
      return impact.isLong ? { jobId: await deps.services.jobs.enqueue(IMPACT_JOB, { ...order }, scope) } : impact.atOnce()
    },
    async screen(wanted) {
      const { hash, form, standalone } = await findVersion(parts, scope, wanted)
      const pruned = pruneForm(form, permissions)
      return { hash, form: pruned, apart: standalone, validator: await announceValidator(parts, pruned) }
    },
  }
}

/** @throws NOT_FOUND, FORM_INVALID */
async function submitAnswers(
  parts: FormParts,
  { scope, ask }: Asking,
  ...[wanted, answers, context, previous]: Parameters<FormService['submit']>
): ReturnType<FormService['submit']> {
  const { deps } = parts
  const permissions = [...heldAnywhere(scope.session)]
  const version = await findVersion(parts, scope, wanted)
  const { compiled: form, validate } = compiledForm(parts, version)
  const clean = mapAnswers(form.root, answers, cleanFormatted)
  const files = await replaceFiles(form, clean, { scope, ...(previous === undefined ? {} : { previous }) })
  const environment: FormEnvironment = { permissions, now: scope.now.toISOString(), ...(context === undefined ? {} : { context }) }
  const accepted = acceptAnswers(form, files.answers, environment, { validate, ...(previous === undefined ? {} : { previous }) })
  const errors: FormError[] = [
    ...accepted.errors,
    ...files.unknown.map((path) => formError(path, 'fileUnknown')),
    ...(ask ? await refuseUnoffered(accepted.questions, { ask, kept: templateAnswers(form, previous), platform: deps.platform() }) : []),
  ]
  if (errors.length > 0) throw new AgonError('FORM_INVALID', { form: version.form.id, hash: version.hash, errors })
  return { hash: version.hash, answers: accepted.values }
}

async function countedForm(parts: FormParts, scope: CallScope, wanted: { hash: string }): Promise<CountedForm> {
  const version = await findVersion(parts, scope, wanted)
  return { id: version.form.id, hash: version.hash, compiled: compiledForm(parts, version).compiled }
}

function compiledForm(parts: FormParts, { hash, form, standalone }: FormVersion): ReadyForm {
  const known = parts.ready.get(hash)
  if (known) return known
  const made = prepareForm(parts.deps, form, standalone)
  remember(parts.ready, hash, made, COMPILED_KEPT)
  return made
}

function prepareForm(deps: ServerDeps, form: FormDocument, standalone: boolean): ReadyForm {
  const platform = deps.platform()
  const compiledForm = compileForm(form, { enums: (id) => platform.documents.enum.get(id), standalone })
  return { compiled: compiledForm, validate: validatorOf(platform).compile(compiledForm.validatorSchema) }
}

async function findVersion(parts: FormParts, scope: CallScope, wanted: { id: string } | { hash: string }): Promise<FormVersion> {
  const found = 'hash' in wanted ? await versionByHash(parts, scope.db, wanted.hash) : await versionById(parts, scope, wanted.id)
  if (!found) throw new AgonError('NOT_FOUND', { entity: 'form', id: 'id' in wanted ? wanted.id : wanted.hash })
  return found
}

async function versionByHash({ deps, documents }: FormParts, db: Database, hash: string): Promise<FormVersion | null> {
  const stored = await documents.version(db, hash)
  // other documents are stored under hashes too, and are no one's to read by them
  if (stored?.kind === 'form') return storedVersion(stored)
  const form = shippedForms(deps.platform()).get(hash)
  return form ? { hash, form, revision: 0, standalone: false } : null
}

async function versionById({ deps, documents }: FormParts, scope: CallScope, id: string): Promise<FormVersion | null> {
  const stored = await documents.bind(scope).published('form', id)
  if (stored) return storedVersion(stored)
  const form = deps.platform().documents.form.get(id)
  return form ? { hash: documentHash(form), form, revision: 0, standalone: false } : null
}

async function announceValidator({ deps, announced, hashes }: FormParts, form: FormDocument): Promise<FormValidatorName> {
  const version = hashes.get(form) ?? documentHash(form)
  hashes.set(form, version)
  const known = announced.get(version)
  if (known) return known
  const { source, hash, usesRegex } = validatorOf(deps.platform()).standaloneModule(compileForm(form).validatorSchema)
  await deps.db
    .insertInto('platform_validator')
    .values({ hash, source })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  remember(announced, version, { hash, usesRegex }, ANNOUNCED_KEPT)
  return { hash, usesRegex }
}

async function impactOf(parts: FormParts, order: ImpactOrder, scope: CallScope): Promise<Impact> {
  const { deps, documents } = parts
  const revisions = await documents.bind(scope).history('form', order.id)
  const hashes = new Set(revisions.flatMap(({ state, hash }) => (state === 'draft' ? [] : [hash])))
  const version = (hash: string) => versionByHash(parts, scope.db, hash)
  return planImpact({ deps, db: scope.db, judge: (form) => prepareForm(deps, form, true), version }, order, [...hashes])
}

/** Formatted text is cleaned before it is checked: what is stored keeps the rules of its field. */
const cleanFormatted: Replace = ({ schema }, value) => (holdsRichText(schema) && typeof value === 'string' ? cleanRichText(value) : value)

function storedVersion(stored: StoredDocument): FormVersion {
  const { hash, content, revision } = stored
  return { hash, form: content as FormDocument, revision, standalone: !isCommon(stored) }
}

const validators = new WeakMap<Platform, Validator>()

function validatorOf(platform: Platform): Validator {
  const known = validators.get(platform) ?? createValidator({ keywords: [...platform.documents.keyword.values()] })
  validators.set(platform, known)
  return known
}

function remember<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  if (map.size >= max) map.delete(map.keys().next().value!)
  map.set(key, value)
}

const shipped = new WeakMap<Platform, ReadonlyMap<string, FormDocument>>()

/** Forms of the platform by hash. */
function shippedForms(platform: Platform): ReadonlyMap<string, FormDocument> {
  const known = shipped.get(platform)
  if (known) return known
  const made = new Map([...platform.documents.form.values()].map((form) => [documentHash(form), form]))
  shipped.set(platform, made)
  return made
}
