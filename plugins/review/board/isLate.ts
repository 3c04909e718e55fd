import { phaseOf, type RoundTimes } from '../round.ts'

/** Of a round's window; before it nobody is late. */
const HALF = 0.5

/** Whether an expert is behind: from half of the round's time on with a smaller share done than the time that has gone; after its close with anything open. */
export function isLate({ open, done }: { open: number; done: number }, round: RoundTimes, now: Date): boolean {
  const phase = phaseOf(round, now)
  if (open === 0 || phase === 'planned' || phase === 'frozen') return false
  if (phase !== 'open') return true
  const [opens, closes] = [Date.parse(round.opensAt), Date.parse(round.closesAt)]
  const gone = (now.getTime() - opens) / (closes - opens)
  return gone >= HALF && done / (open + done) < gone
}
