/** Ways in which the machine of the primary goes. */
import { readdirSync, readFileSync } from 'node:fs'
import { roles, startDatabasesAgain } from '../cluster/cluster.ts'
import { kill, pidOf, postmasterOf, until } from '../cluster/processes.ts'

const PATIENCE_S = 180

export interface Fault {
  name: string
  /** @returns what ends it */
  begin(number: number): () => void
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'the machine of the primary ends (SIGKILL of PostgreSQL, Patroni, etcd)',
    begin(number) {
      for (const pid of ofMachine(number)) kill(pid, 'SIGKILL')
      return startDatabasesAgain
    },
  },
  {
    name: 'PostgreSQL alone ends (SIGKILL)',
    begin(number) {
      kill(postmasterOf(number)!, 'SIGKILL')
      return () => {}
    },
  },
  {
    name: 'the machine is cut off (SIGSTOP of all of it), and comes back',
    begin(number) {
      const stopped = ofMachine(number)
      for (const pid of stopped) kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of stopped) kill(pid, 'SIGCONT')
      }
    },
  },
]

/** Its number, from 1. */
export async function leader(): Promise<number> {
  let number = 0
  await until(async () => {
    number = (await roles()).indexOf('leader') + 1
    return number > 0
  }, PATIENCE_S)
  return number
}

/** Another one leads, and both others follow it. */
export function isWhole(): Promise<boolean> {
  return until(async () => {
    const found = await roles()
    return found.includes('leader') && found.includes('sync_standby') && !found.includes('gone')
  }, PATIENCE_S)
}

/** Patroni first, so that it starts nothing again; PostgreSQL with the processes of its sessions. */
function ofMachine(number: number): number[] {
  const postmaster = postmasterOf(number)
  const own = [pidOf(`patroni${number}`), pidOf(`etcd${number}`), postmaster].filter((pid) => pid !== null)
  return [...own, ...(postmaster === null ? [] : childrenOf(postmaster))]
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : []
      } catch {
        return []
      }
    })
}
