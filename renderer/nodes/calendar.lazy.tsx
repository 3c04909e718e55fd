import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf } from '../../runtime/client/actions.ts'
import { evaluateCel, extendScope, type Scope } from '../../runtime/client/scope.ts'
import { language, resolveText, translate } from '../../runtime/client/texts.ts'
import { zones } from '../../runtime/client/zone.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { EnumPill } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { useInnerLevel } from '../HeadingContext.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { PHONE, useMedia } from '../useMedia.ts'
import { useScoped } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { isMonth, monthWeeks, moveMonth } from './monthWeeks.ts'

type CalendarNodeDocument = NodeProps<'calendar'>['node']

interface Entry {
  key: string
  title: string
  to: string
  mark: { value: unknown; enumId: string } | null
}
type Days = ReadonlyMap<string, readonly Entry[]>

/** A day shows so many of its dates until the rest is asked for. */
const FIRST_OF_DAY = 3

/** One month of dates by the platform's time zone; the address holds the month. On a phone the days that have some, below each other. */
export default function CalendarNode({ node }: NodeProps<'calendar'>): ReactNode {
  const today = dayAt(new Date(), zones().platform)
  const [search, setSearch] = useSearchParams()
  const wanted = search.get(node.month)
  const month = isMonth(wanted) ? wanted : today.slice(0, 7)
  const go = (to: string) => {
    const next = new URLSearchParams(search)
    if (to === today.slice(0, 7)) next.delete(node.month)
    else next.set(node.month, to)
    setSearch(next, { preventScrollReset: true })
  }
  return (
    <div className="ag-calendar">
      <div className="ag-calendar__head">
        <Heading level={useInnerLevel()} className="ag-calendar__month">
          {monthName(month)}
        </Heading>
        <Button size="small" aria-label={translate('kernel.calendar.previous')} onClick={() => go(moveMonth(month, -1))} icon="left" />
        <Button size="small" onClick={() => go(today.slice(0, 7))}>
          {translate('kernel.calendar.now')}
        </Button>
        <Button size="small" aria-label={translate('kernel.calendar.next')} onClick={() => go(moveMonth(month, 1))} icon="right" />
      </div>
      <SourceFrame reads={node.items} skeleton={<Skeleton lines={8} />}>
        <Month node={node} month={month} today={today} />
      </SourceFrame>
    </div>
  )
}

function Month({ node, month, today }: { node: CalendarNodeDocument; month: string; today: string }): ReactNode {
  const days = useScoped((scope) => entriesByDay(node, scope))
  const isPhone = useMedia(PHONE)
  const inMonth = [...days].filter(([day]) => day.startsWith(month)).sort(([a], [b]) => a.localeCompare(b))
  if (isPhone && inMonth.length === 0) return <Empty title={translate('kernel.calendar.none')} />
  return isPhone ? <DayList days={inMonth} /> : <Grid days={days} month={month} today={today} />
}

function DayList({ days }: { days: [string, readonly Entry[]][] }): ReactNode {
  return (
    <ol className="ag-calendar__list">
      {days.map(([day, entries]) => (
        <li key={day}>
          <time dateTime={day}>{dayName(day, { month: 'long', day: 'numeric', weekday: 'short' })}</time>
          <Entries entries={entries} />
        </li>
      ))}
    </ol>
  )
}

function Grid({ days, month, today }: { days: Days; month: string; today: string }): ReactNode {
  const weeks = monthWeeks(month)
  return (
    <table className="ag-calendar__grid">
      <thead>
        <tr>
          {weeks[0]!.map((day) => (
            <th key={day} scope="col">
              {dayName(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className={joinClasses(!day.startsWith(month) && 'ag-calendar__beyond', day === today && 'ag-calendar__today')}>
                <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                  <span className="ag-hidden">{dayName(day, { month: 'long', day: 'numeric' })}</span>
                </time>
                <Entries entries={days.get(day) ?? []} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }): ReactNode {
  const [all, setAll] = useState(false)
  if (entries.length === 0) return null
  const shown = all ? entries : entries.slice(0, FIRST_OF_DAY)
  return (
    <ul className="ag-calendar__entries">
      {shown.map((entry) => (
        <li key={entry.key}>
          {entry.mark && <EnumPill enumId={entry.mark.enumId} code={entry.mark.value} />}
          {entry.to ? <AppLink to={entry.to}>{entry.title}</AppLink> : entry.title}
        </li>
      ))}
      {shown.length < entries.length && (
        <li>
          <Button tone="link" size="small" onClick={() => setAll(true)}>
            {translate('kernel.calendar.more', { count: String(entries.length - shown.length) })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function entriesByDay(node: CalendarNodeDocument, scope: Scope): Days {
  const rows = evaluateCel(node.items, scope)
  const days = new Map<string, Entry[]>()
  for (const [index, item] of (Array.isArray(rows) ? rows : []).entries()) {
    const inner = extendScope(scope, { item, row: item })
    const day = dayOf(evaluateCel(node.date, inner))
    if (day === null) continue
    const { mark } = node
    const entry: Entry = {
      key: String(index),
      title: resolveText(evaluateCel(node.title, inner)),
      to: node.to ? addressOf(node.to, inner) : '',
      mark: mark ? { value: evaluateCel(mark.value, inner), enumId: mark.enum } : null,
    }
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

/** A date is its own day; a moment is of the day that it is on the platform's clock. */
function dayOf(value: unknown): string | null {
  const text = String(value ?? '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : dayAt(at, zones().platform)
}

function monthName(month: string): string {
  return dayName(`${month}-01`, { year: 'numeric', month: 'long' })
}

function dayName(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language.lang === 'zh' ? 'zh-CN' : 'en-GB', { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
