/** Processor time of processes, from `/proc`: on a machine that also does other work it is more reliable than answers a second. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** Of these processes so far and of their children that have ended, ms. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, each) => sum + statOf(each).own + statOf(each).ended, 0)
}

/** Of all processes of a PostgreSQL cluster so far, those that have ended included, ms. */
export function clusterTime(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(Number(name)).parent === postmaster)
  return processorTime([postmaster, ...children.map(Number)])
}

/** @param directory  of an embedded PostgreSQL */
export function postmasterOf(directory: string): number {
  return Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function statOf(each: number): { parent: number; own: number; ended: number } {
  try {
    const text = readFileSync(`/proc/${each}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ms = (at: number) => ((Number(fields[at]) + Number(fields[at + 1])) * 1000) / TICKS_PER_SECOND
    return { parent: Number(fields[1]), own: ms(11), ended: ms(13) }
  } catch {
    return { parent: 0, own: 0, ended: 0 }
  }
}
