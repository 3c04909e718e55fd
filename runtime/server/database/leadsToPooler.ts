/** Whether something stands between us and PostgreSQL that gives each transaction another session. */
import { AgonError } from '../../core/errors.ts'
import { connectClient } from './connectClient.ts'

/** A pooler tells a number of its own for the session at its beginning, and not that of PostgreSQL's process. @throws when no one answers */
export async function leadsToPooler(databaseUrl: string): Promise<boolean> {
  try {
    const client = await connectClient(databaseUrl, { application_name: 'agon doctor' })
    try {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      return rows[0].pid !== (client as unknown as { processID: number }).processID
    } finally {
      await client.end()
    }
  } catch (error) {
    if (error instanceof AgonError && error.code === 'DATABASE_POOLED') return true
    throw error
  }
}
