// Tells when npm has ended: it does not tell its scripts when it is killed. Between it and us may be the shell it runs scripts with. Plain JavaScript, as
// `run.mjs` follows npm too, on any Node, when it has the server as a child.
import { readFileSync } from 'node:fs'

const LOOK_MS = 500

/** Calls `onEnd` once our parents are others than at the start; does nothing for a process that npm has not started. */
export function followParent(onEnd) {
  if (!process.env.npm_lifecycle_event) return
  const shell = /^(ba|da|z)?sh$/.test(readStatus(process.ppid).Name ?? '') ? process.ppid : null
  const lineage = () => `${process.ppid} ${shell && readStatus(shell).PPid}`
  const first = lineage()
  const timer = setInterval(() => {
    if (lineage() === first) return
    clearInterval(timer)
    onEnd()
  }, LOOK_MS)
  timer.unref()
}

/** Linux's facts about a process; none elsewhere or when it has ended. */
function readStatus(pid) {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n')
    return Object.fromEntries(lines.map((line) => line.split(':\t').map((part) => part.trim())))
  } catch {
    return {}
  }
}
