/** How long it is until the next moment of a schedule: the nearest begin or end of a milestone that is still to come. The server's clock decides,
 *  also where the person's own clock is wrong; when the last moment has passed, nothing is shown. */
import { useEffect, useState } from 'react'

interface Milestone {
  title: string | Readonly<Record<string, string>>
  /** Begin, ISO 8601. */
  at: string
  /** End, ISO 8601; equal to `at` for a moment. */
  until: string
}
interface CountdownProps {
  milestones: readonly Milestone[] | null
  /** The time of the server when it answered. */
  serverNow: string | null
  lang: string
  /** Sentences with `{{title}}`. */
  starts: string
  ends: string
}

const SECOND_MS = 1000
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

export const drawnFirst = true

/** @param serverNow the server's clock when the page asked, ISO 8601 */
export default function Countdown({ milestones, serverNow, lang, starts, ends }: CountdownProps) {
  const now = useServerTime(serverNow)
  const next = nearestMoment(milestones ?? [], now)
  if (!next) return null
  const left = timeLeft(Math.ceil((next.at - now) / SECOND_MS), lang)
  return (
    <div>
      <p className="ag-stat__label">
        {(next.isEnd ? ends : starts).replace('{{title}}', typeof next.title === 'string' ? next.title : (next.title[lang] ?? ''))}
      </p>
      <p className="ag-stat__value" role="timer">
        {left}
      </p>
    </div>
  )
}

/** Milliseconds since 1970 by the server's clock, updated every second. */
function useServerTime(serverNow: string | null): number {
  const [now, setNow] = useState(() => timeOf(serverNow))
  useEffect(() => {
    // A clock that the person cannot set.
    const ahead = timeOf(serverNow) - performance.now()
    const tell = () => setNow(performance.now() + ahead)
    const timer = setInterval(tell, SECOND_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}

function timeOf(iso: string | null): number {
  return iso ? Date.parse(iso) : Date.now()
}

/** The begin or end that comes next; null when all have passed. */
function nearestMoment(milestones: readonly Milestone[], now: number): { title: Milestone['title']; at: number; isEnd: boolean } | null {
  const instants = milestones.flatMap(({ title, at, until }) => [
    { title, at: Date.parse(at), isEnd: false },
    ...(until === at ? [] : [{ title, at: Date.parse(until), isEnd: true }]),
  ])
  return instants.filter(({ at }) => at > now).sort((one, other) => one.at - other.at)[0] ?? null
}

/** The two greatest units: `3 days 4 hours`. */
function timeLeft(seconds: number, lang: string): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size)
  return UNITS.slice(first < 0 ? -1 : first)
    .slice(0, 2)
    .map(([unit, size], at) => [unit, Math.floor((at === 0 ? seconds : seconds % UNITS[first]![1]) / size)] as const)
    .map(([unit, value]) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    .join(' ')
}
