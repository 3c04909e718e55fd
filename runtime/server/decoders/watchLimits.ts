/** Ends this process when it needs more memory, or one file more processor time, than decoding may. A thread looks, because decoders keep the main one busy. The signal tells the
 *  server which it was. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DECODER_LIMITS } from '../decoding/decoderLimits.ts'

const EVERY_MS = 20
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads')
  let end = Infinity
  const used = () => { const { user, system } = process.cpuUsage(); return user + system }
  parentPort.on('message', (seconds) => { end = seconds === null ? Infinity : used() + seconds * 1e6 })
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData.max) process.kill(process.pid, 'SIGKILL')
    if (used() > end) process.kill(process.pid, 'SIGTERM')
  }, workerData.every)
  parentPort.postMessage('watching')
`

/** Settles when the process is watched. @returns takes the seconds of processor time that the next file has; null when it is done */
export async function watchLimits(): Promise<(seconds: number | null) => void> {
  const watch = new Worker(WATCH, { eval: true, workerData: { max: DECODER_LIMITS.memoryBytes, every: EVERY_MS } })
  await once(watch, 'message')
  watch.unref()
  return (seconds) => watch.postMessage(seconds)
}
