import { phaseOf, type RoundTimes } from '../round.ts'

/** Of a round's window; before it no one is late. */
const HALF = 0.5

/** Whether an expert is late: from half of the round's time on, when the finished share is smaller than the share of the time that has passed; after its
 *  close, when anything is open. */
export function isLate({ open, done }: { open: number; done: number }, round: RoundTimes, now: Date): boolean {
  const phase = phaseOf(round, now)
  if (open === 0 || phase === 'planned' || phase === 'frozen') return false
  if (phase !== 'open') return true
  const [opens, closes] = [Date.parse(round.opensAt), Date.parse(round.closesAt)]
  const gone = (now.getTime() - opens) / (closes - opens)
  return gone >= HALF && done / (open + done) < gone
}
