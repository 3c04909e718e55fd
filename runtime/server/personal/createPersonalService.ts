/** A person's own data: exported as an archive, or erased when the account is closed. Entities say what belongs to a person (`owner`, `erasure`), so that
 *  a new entity is part of both without a line of code. */
import type { JobProgress, PersonalDataService, StoredFile } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { FilesService } from '../files/createFilesService.ts'
import type { Caller, CallScope, ServerDeps } from '../serverContext.ts'
import { collectOwned } from './collectOwned.ts'
import { eraseOwned } from './eraseOwned.ts'
import { writeArchive } from './writeArchive.ts'

export const PERSONAL_EXPORT_JOB = 'platform.personalExport'
const ZIP = 'application/zip'

export interface PersonalService {
  bind(scope: CallScope): PersonalDataService
  run(caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile>
}

export function createPersonalService(deps: ServerDeps, files: FilesService): PersonalService {
  return {
    bind: (scope) => ({
      export: () => deps.services.jobs.enqueue(PERSONAL_EXPORT_JOB, {}, scope),
      async erase() {
        const userId = personOf(scope)
        await deps.services.sessions.bind(scope).closeAll(userId)
        await eraseOwned({ deps, files, db: scope.db, now: scope.now }, userId)
        deps.services.sessions.changed(userId)
      },
    }),
    async run(caller, progress) {
      const userId = personOf(caller)
      const owned = await collectOwned({ pool: deps.background.pool, platform: deps.platform(), now: new Date() }, userId)
      const { key, path } = await files.draft()
      try {
        const name = await writeArchive({ deps, files, path, owned, caller }, progress)
        return await files.produced(key, { name, type: ZIP, ownerId: userId })
      } catch (error) {
        await files.discard(key)
        throw error
      }
    },
  }
}

function personOf({ session }: Pick<Caller, 'session'>): string {
  if (session.userId === null) throw new AgonError('SESSION_REQUIRED', { call: PERSONAL_EXPORT_JOB })
  return session.userId
}
