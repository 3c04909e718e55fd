/** Rankings of a database from before they had versions. */
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrateDatabase } from '../../../runtime/server/database/migrateDatabase.ts'
import { createPlatformSource } from '../../../runtime/server/loadPlatform.ts'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await createDatabase('empty')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

/** As an earlier release left it: one boolean says what is public, and nothing knows of versions. */
const EARLIER = `
  SET session_replication_role = replica;
  DROP TABLE ranking_objection, ranking_version;
  DELETE FROM platform_table WHERE name IN ('ranking_objection', 'ranking_version');
  DELETE FROM platform_migration WHERE name = '0001-ranking-versions.sql';
  ALTER TABLE ranking_list DROP COLUMN state, DROP COLUMN version, DROP COLUMN "publishedVersion", DROP COLUMN "frozenVersion",
    DROP COLUMN source, DROP COLUMN rule, DROP COLUMN "objectionsUntil", ADD COLUMN published boolean NOT NULL DEFAULT false;
  ALTER TABLE ranking_award DROP COLUMN version, DROP COLUMN "registrationId", DROP COLUMN points, DROP COLUMN tied;
  INSERT INTO ranking_list ("competitionId", title, published, "publishedAt") VALUES
    (1, '{"zh":"总榜","en":"Final"}', true, '2026-05-01T00:00:00Z'), (1, '{"zh":"草稿","en":"Draft"}', false, NULL);
  INSERT INTO ranking_award ("listId", "competitionId", name) SELECT id, 1, '晨星队' FROM ranking_list;`

it('[RANK-1] published rankings of an earlier release are version 1 and stay in sight, the others are drafts', async () => {
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const migrate = () => migrateDatabase({ databaseUrl: database.url, projectDirectory: PROJECT_DIRECTORY, platform })
  await migrate()
  await client.query(EARLIER)
  expect(await migrate()).toContain('migration 0001-ranking-versions.sql')
  const lists = await client.query('SELECT state, version, "publishedVersion", "frozenVersion", source FROM ranking_list ORDER BY id')
  expect(lists.rows).toEqual([
    { state: 'published', version: 1, publishedVersion: 1, frozenVersion: 1, source: 'hand' },
    { state: 'draft', version: 1, publishedVersion: null, frozenVersion: 0, source: 'hand' },
  ])
  const awards = await client.query('SELECT name, version, tied FROM ranking_award')
  expect(awards.rows).toEqual([
    { name: '晨星队', version: 1, tied: false },
    { name: '晨星队', version: 1, tied: false },
  ])
  expect(await migrate()).toEqual([])
})
