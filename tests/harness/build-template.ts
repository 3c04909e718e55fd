/** Fills a fresh database: a server started on it makes the tables, the seed adds the demo data. */
import { createServer } from '../../runtime/server/createServer.ts'
import { seed } from '../../scripts/seed.ts'
import { PROJECT_DIRECTORY } from './project-directory.ts'

export async function buildTemplate(databaseUrl: string, template: 'tables' | 'seeded'): Promise<void> {
  const server = await createServer({ databaseUrl, projectDirectory: PROJECT_DIRECTORY, logLevel: 'silent' })
  try {
    if (template === 'seeded') await seed({ databaseUrl, server })
  } finally {
    await server.close()
  }
}
