/** Holds rows of a sheet against the rules of a sign-up: the form, the team, who is signed up already. Nothing is written. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { addressOf } from '../../account/accounts/addressOf.ts'
import { importDuplicates, signupStatus } from '../../generated/enums.ts'
import { assertNamedTeam } from '../../signup/assertSignsUpSo.ts'
import { chosenEvent } from '../../signup/chosenEvent.ts'
import { type EntryPlace, entryPlace } from '../../signup/entryPlace.ts'
import { registrationNames } from '../../signup/registrationNames.ts'
import type { Batch } from '../batch.ts'
import { nestedAnswers } from '../columns/rowAnswers.ts'
import { ACCOUNT, contactFields, fieldsOf } from '../fields.ts'
import { createCellReader, type ReadRow } from './cellReader.ts'
import type { Examine, Problem, SheetRow } from './Examined.ts'
import { formProblems } from './formProblems.ts'
import { type KnownPerson, knownPeople } from './people.ts'

/** Statuses in which an organiser may correct a registration. */
const MERGED_INTO: readonly number[] = [signupStatus.underReview, signupStatus.sentBack, signupStatus.registered]

interface Sheet {
  batch: Batch
  place: EntryPlace
  people: ReadonlyMap<string, KnownPerson>
  /** Name and school of registrations -> id. */
  similar: ReadonlyMap<string, string>
  titles: Awaited<ReturnType<typeof titlesOf>>
  context: HandlerContext
}

/** @param rows  all, to know whom they are about */
export async function examineRegistrations(batch: Batch, rows: readonly SheetRow[], context: HandlerContext): Promise<Examine> {
  const place = await entryPlace(batch.competitionId!, batch.eventId, context)
  const { list } = await fieldsOf(batch, context)
  const read = createCellReader(batch.columns ?? [], list, context)
  const { form } = await context.documents.forms.screen({ hash: place.formHash })
  const contacts = contactFields(form)
  const positions = new Map((batch.columns ?? []).flatMap(({ target }, at) => (target === null ? [] : [[target, at] as const])))
  const typed = (row: SheetRow) =>
    [ACCOUNT, ...contacts].map((key) => ({ key, text: cellOf(row, positions.get(key)) })).find(({ text }) => text !== '')
  const addresses = rows.flatMap((row) => addressOf(typed(row)?.text ?? '') ?? [])
  const sheet: Sheet = {
    batch,
    place,
    people: await knownPeople(addresses, batch.competitionId!, context),
    similar: await similarRegistrations(batch.competitionId!, context),
    titles: await titlesOf(batch, context),
    context,
  }
  const seen = new Map<string, number>()
  return async (row) => {
    const cells = await read(row)
    const from = typed(row)
    const address = addressOf(from?.text ?? '')
    const person = address === null ? undefined : sheet.people.get(address)
    const found = await answersOf(cells, person, sheet)
    const isMerged = person?.registration != null && batch.duplicates === importDuplicates.merge
    const problems = [...cells.problems, ...found.problems]
    if (address === null) problems.push(accountProblem(from, positions, context))
    const doubled = address === null ? null : doubles({ address, row, person, seen, at: positions.get(from!.key) ?? null }, sheet)
    const key = personKey(address, person)
    if (key !== null && !seen.has(key)) seen.set(key, row.number)
    if (doubled) problems.push(doubled.problem)
    const names = await namesOf(found.answers ?? {}, from?.text ?? '', sheet)
    if (!doubled && !isMerged) problems.push(...similarProblem(names, sheet))
    return {
      problems,
      isSkipped: doubled?.isSkipped ?? false,
      name: names.displayName,
      address,
      ...(found.answers ? { answers: found.answers } : {}),
      userId: person?.userId ?? null,
      registrationId: isMerged ? person!.registration!.id : null,
    }
  }
}

/** One person may stand in the sheet by phone and by email. */
const personKey = (address: string | null, person: KnownPerson | undefined): string | null => (person ? `#${person.userId}` : address)

const cellOf = ({ cells }: SheetRow, position: number | undefined): string => (position === undefined ? '' : (cells[position] ?? '').trim())

async function titlesOf(batch: Batch, context: HandlerContext) {
  return new Map((await fieldsOf(batch, context)).list.map(({ key, title }) => [key, title]))
}

/** By the server's own check of the form, and of the team that it names. */
async function answersOf(
  { values, positions }: ReadRow,
  person: KnownPerson | undefined,
  { batch, place, titles, context }: Sheet,
): Promise<{ answers?: Record<string, unknown>; problems: Problem[] }> {
  const given = new Map([...values].filter(([key]) => key !== ACCOUNT))
  const before = batch.duplicates === importDuplicates.merge ? person?.registration?.answers : undefined
  try {
    const facts = chosenEvent(place.competition.id, place.event)
    const whole = { ...before, ...nestedAnswers(given) }
    const { answers } = await context.documents.forms.submit({ hash: place.formHash }, whole, facts, before)
    assertNamedTeam(place, answers, context)
    return { answers, problems: [] }
  } catch (error) {
    return { problems: formProblems(error, positions, titles, context) }
  }
}

function accountProblem(
  from: { key: string; text: string } | undefined,
  positions: ReadonlyMap<string, number>,
  context: HandlerContext,
): Problem {
  const position = positions.get(from?.key ?? ACCOUNT) ?? null
  const message = from
    ? context.text('import.problem.accountForm', { value: from.text.slice(0, 60) })
    : context.text('import.problem.account')
  return { position, severity: 'error', message }
}

interface Double {
  address: string
  row: SheetRow
  person: KnownPerson | undefined
  seen: ReadonlyMap<string, number>
  at: number | null
}
/** The same account in an earlier row, or signed up already. */
function doubles({ address, person, seen, at }: Double, { batch, context }: Sheet): { problem: Problem; isSkipped: boolean } | null {
  const { text } = context
  const isRefused = batch.duplicates === importDuplicates.refuse
  const asProblem = (message: Problem['message'], isError: boolean) => ({
    problem: { position: at, severity: isError ? ('error' as const) : ('warning' as const), message },
    isSkipped: !isError,
  })
  const earlier = seen.get(personKey(address, person)!)
  if (earlier !== undefined) return asProblem(text('import.problem.twice', { line: earlier }), isRefused)
  if (!person?.registration) return null
  const { id, isTeam, status } = person.registration
  if (batch.duplicates !== importDuplicates.merge) return asProblem(text('import.problem.registered', { id }), isRefused)
  if (!MERGED_INTO.includes(status)) return asProblem(text('import.problem.registered', { id }), true)
  return isTeam ? asProblem(text('import.problem.registeredTeam', { id }), true) : null
}

function namesOf(answers: Record<string, unknown>, address: string, { place, context }: Sheet) {
  return registrationNames(place.competition, answers, { ...context, session: { ...context.session, name: address } })
}

function similarProblem({ displayName, school }: { displayName: string; school: string | null }, { similar, context }: Sheet): Problem[] {
  const id = similar.get(similarKey(displayName, school))
  return id === undefined ? [] : [{ position: null, severity: 'warning', message: context.text('import.problem.similar', { id }) }]
}

async function similarRegistrations(competitionId: string, { db }: HandlerContext): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('signup_registration')
    .select(['id', 'displayName', 'school'])
    .where('competitionId', '=', competitionId)
    .execute()
  return new Map(rows.map(({ id, displayName, school }) => [similarKey(displayName, school), id]))
}

const similarKey = (name: string, school: string | null): string => `${name.trim().toLowerCase()}|${(school ?? '').trim().toLowerCase()}`
