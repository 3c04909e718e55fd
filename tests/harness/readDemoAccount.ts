import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

interface DemoAccount {
  role: string
  userName: string
  password: string
}

/**
 * How a demo account signs in.
 * @throws Error naming the known roles
 */
export function readDemoAccount(role: string): DemoAccount {
  const accounts = JSON.parse(readFileSync(join(PROJECT_DIRECTORY, 'plugins/demo/accounts.json'), 'utf8')) as DemoAccount[]
  const found = accounts.find((account) => account.role === role)
  if (!found) throw new Error(`no demo account "${role}" (known: ${accounts.map((account) => account.role).join(', ')})`)
  return found
}
