/** Where the server's parts plug in: every service and every route that is not a call is named here, once. */
import type { FastifyInstance } from 'fastify'
import { BATCH_JOB } from './batches/batchCall.ts'
import { type ComputationsService, createComputations } from './computations/createComputations.ts'
import { createDecoders, type DecodersService } from './decoding/createDecoders.ts'
import { createDocumentsService, type DocumentsService } from './documents/createDocumentsService.ts'
import { createExportsService, EXPORT_JOB, type ExportsService } from './exports/createExportsService.ts'
import { createFieldIndexesService, FIELD_INDEX_JOB, type FieldIndexesService } from './fieldIndexes/createFieldIndexesService.ts'
import { createFilesService, type FilesService } from './files/createFilesService.ts'
import { createInlinePictures } from './files/inlinePictures.ts'
import { createFormsService, type FormsService, IMPACT_JOB } from './forms/createFormsService.ts'
import type { ImpactOrder } from './forms/measureImpact.ts'
import { createJobsService } from './jobs/createJobsService.ts'
import { VERIFY_LOG_JOB, verifyLogJob } from './log/verifyLogJob.ts'
import { createNoticesService } from './notices/createNoticesService.ts'
import { createOutboxService, type OutboxService } from './outbox/createOutboxService.ts'
import { createPdfService, type PdfsService } from './pdf/createPdfService.ts'
import { readSigner } from './pdf/signature/readSigner.ts'
import { createPersonalService, PERSONAL_EXPORT_JOB } from './personal/createPersonalService.ts'
import { createProvidersService, type ProvidersService } from './providers/createProvidersService.ts'
import { PLATFORM_TOPIC } from './screens/platformTopic.ts'
import { registerScreens } from './screens/registerScreens.ts'
import { createSecurityService, type SecurityService } from './security/createSecurityService.ts'
import type { Caller, ExportOrder, ServerDeps, Services } from './serverContext.ts'
import { createSessionsService, type SessionsService } from './session/createSessionsService.ts'
import { createSignedValues } from './session/createSignedValues.ts'

/** The same services, as the parts that start and stop them see them. */
export interface BuiltServices extends Services {
  sessions: SessionsService
  documentStore: DocumentsService
  files: FilesService
  forms: FormsService
  providers: ProvidersService
  outbox: OutboxService
  exports: ExportsService
  computations: ComputationsService
  pdf: PdfsService
  decoders: DecodersService
  security: SecurityService
  fieldIndexes: FieldIndexesService
}

/** Builds all services. None may use another of `deps.services` before all are built. */
export function createServices(deps: ServerDeps): BuiltServices {
  const notices = createNoticesService(deps)
  const decoders = createDecoders({ folders: deps.config.folders, logger: deps.logger })
  const files = createFilesService(deps, decoders)
  const documentStore = createDocumentsService(deps)
  const forms = createFormsService(deps, documentStore)
  const jobs = createJobsService(deps)
  const exports = createExportsService(deps, files, forms)
  jobs.register(EXPORT_JOB, (input, caller, progress) => exports.run(input as unknown as ExportOrder, caller, progress))
  jobs.register(BATCH_JOB, ({ batchId }, caller, progress) => deps.calls.batch(String(batchId), caller, progress))
  jobs.register(IMPACT_JOB, (input, caller, progress) => forms.measureImpact(input as unknown as ImpactOrder, caller, progress))
  jobs.register(VERIFY_LOG_JOB, (_, __, progress) => verifyLogJob(deps.background.pool, progress))
  const fieldIndexes = createFieldIndexesService(deps)
  jobs.register(FIELD_INDEX_JOB, (input) => fieldIndexes.build(input as unknown as Parameters<FieldIndexesService['build']>[0]))
  jobs.everyHour(() => fieldIndexes.maintain(new Date()))
  const personal = createPersonalService(deps, files)
  jobs.register(PERSONAL_EXPORT_JOB, (_input, caller, progress) => personal.run(caller, progress))
  jobs.everyHour(async () => void (await files.removeOrphans(new Date())))
  jobs.everyHour(() => files.findOwners())
  jobs.everyHour(() => runHourly(deps))
  jobs.everyHour(() => runTimers(deps, 'hour'))
  jobs.everyMinute(() => runMinutely(deps))
  jobs.everyMinute(() => runTimers(deps, 'minute'))
  const security = createSecurityService(deps)
  jobs.everyHour(() => security.trim())
  deps.onReload((platform) => notices.emit(PLATFORM_TOPIC, platform.hash))
  return {
    notices,
    providers: createProvidersService(deps),
    outbox: createOutboxService(deps),
    sessions: createSessionsService(deps, notices),
    security,
    signed: createSignedValues(deps),
    files,
    documentStore,
    forms,
    jobs,
    fieldIndexes,
    exports,
    computations: createComputations(deps),
    pdf: createPdfService({ platform: deps.platform, decoders, signer: readSigner(deps.config.environment, deps.clock()) }),
    decoders,
    inlinePictures: createInlinePictures(decoders),
    personal,
  }
}

/** What the app document says is done every hour; a failure does not keep the others from running. */
export function runHourly(deps: ServerDeps): Promise<void> {
  return runHandlers(deps, deps.platform().app.hourly ?? [])
}

/** The same, every minute. */
export function runMinutely(deps: ServerDeps): Promise<void> {
  return runHandlers(deps, deps.platform().app.minutely ?? [])
}

/** Timers of the platform, by how often they look. */
export async function runTimers(deps: ServerDeps, every: 'minute' | 'hour'): Promise<void> {
  await deps.calls.runTimers(every, timedCaller(deps))
}

/** No one in particular asks for what the clock brings. */
function timedCaller(deps: ServerDeps): Caller {
  return { session: deps.services.sessions.visitor(), lang: deps.platform().app.languages.default, background: true }
}

async function runHandlers(deps: ServerDeps, handlers: readonly string[]): Promise<void> {
  const caller = timedCaller(deps)
  for (const handler of handlers)
    await deps.calls
      .runHandler(handler, {}, caller)
      .catch((error: unknown) => deps.logger.error({ err: error, handler }, 'timed work failed'))
}

/** Routes beside the calls (pages, assets, validators), and the services' start and end with the app's. */
export async function registerRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const {
    notices,
    sessions,
    documentStore,
    files,
    forms,
    jobs,
    providers,
    outbox,
    exports,
    computations,
    pdf,
    decoders,
    security,
    fieldIndexes,
  } = deps.services as BuiltServices
  await registerScreens(app, deps, forms)
  app.addHook('onReady', async () => {
    await files.start()
    await providers.start()
    await notices.start()
    await fieldIndexes.start()
    await sessions.start()
    await documentStore.start()
    await outbox.start()
    security.start()
  })
  app.addHook('preClose', async () => notices.endFollowers())
  app.addHook('onClose', async () => {
    await security.stop()
    await jobs.stop()
    exports.stop()
    computations.stop()
    pdf.stop()
    decoders.stop()
    await outbox.stop()
    providers.stop()
    await documentStore.stop()
    await sessions.stop()
    await notices.stop()
  })
}
