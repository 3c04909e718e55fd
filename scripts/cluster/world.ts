/** What load on the cluster is made of. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT } from './layout.ts'

export interface ClusterPerson {
  id: string
  token: string
  answers: Record<string, unknown>
}
export interface ClusterWorld {
  /** Where people sign up. */
  signUp: { competitionId: string; eventId: string; formHash: string }
  /** Whom they vote for. */
  vote: { competitionId: string; workId: string }
  people: ClusterPerson[]
}

/** People who have done nothing yet. */
export async function fillCluster(people: number): Promise<ClusterWorld> {
  return JSON.parse(await fill(String(people))) as ClusterWorld
}

/** Into a new database, before a node works there. @returns its accounts, a line for each */
export function fillDemonstration(): Promise<string> {
  return fill('demonstration')
}

async function fill(what: string): Promise<string> {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/cluster/fill.ts'), what], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the database could not be filled: ${text}`)
  return text
}
