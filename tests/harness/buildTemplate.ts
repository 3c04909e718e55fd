/** Fills a fresh database: a server started on it makes the tables, the seed adds the demo data. As a command of its own with the values of
 *  `TemplateWanted` as its only argument, in JSON. */
import { createServer } from '../../runtime/server/createServer.ts'
import { seed } from '../../scripts/seed.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'
import { watchWrites } from './watchWrites.ts'

export interface TemplateWanted {
  databaseUrl: string
  template: 'tables' | 'seeded'
  /** For the files of the demo data. */
  dataDirectory: string
}

export async function buildTemplate({ databaseUrl, template, dataDirectory }: TemplateWanted): Promise<void> {
  const server = await createServer({
    databaseUrl,
    projectDirectory: PROJECT_DIRECTORY,
    dataDirectory,
    logLevel: 'silent',
    pretending: true,
  })
  try {
    if (template === 'seeded') await seed({ databaseUrl, server })
    if (process.env.WATCH_WRITES !== '0') await watchWrites(server.deps.pool, server.deps.platform())
  } finally {
    await server.close()
  }
}

if (import.meta.main) {
  await buildTemplate(JSON.parse(process.argv[2]!))
  process.exit()
}
