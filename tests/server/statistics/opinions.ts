/** Two versions of one stored form and answers to them, drawn at random: the world of the tests of statistics. */
import type { FormDocument, FormField, LocalText } from '../../../runtime/core/documents.ts'
import fc from '../../harness/fastCheck.ts'
import type { RoomsWorld } from '../roomsWorld.ts'

export const text = (words: string): LocalText => ({ zh: words, en: words })
const options = (...values: string[]) => values.map((value) => ({ value, label: text(value.toUpperCase()) }))
const choice = (...values: string[]): FormField => ({
  type: 'string',
  title: text('colour'),
  'x-widget': 'radio',
  'x-options': options(...values),
})

const shared: Record<string, FormField> = {
  why: { type: 'string', title: text('why'), 'x-widget': 'textarea', 'x-visibleWhen': { cel: "colour == 'green'" } },
  tastes: {
    type: 'array',
    title: text('tastes'),
    items: { type: 'string' },
    'x-widget': 'checkbox',
    'x-options': options('sweet', 'salty', 'sour'),
  },
  happy: { type: 'boolean', title: text('happy'), 'x-widget': 'switch' },
  age: { type: 'integer', title: text('age') },
  paid: { type: 'integer', title: text('paid'), 'x-widget': 'money' },
  day: { type: 'string', title: text('day'), format: 'date' },
  wage: { type: 'number', title: text('wage'), 'x-readers': 'addRole' },
  home: { type: 'object', title: text('home'), properties: { street: { type: 'string', title: text('street') } } },
  members: {
    type: 'array',
    title: text('members'),
    items: {
      type: 'object',
      properties: { role: { ...choice('lead', 'help'), title: text('role') }, years: { type: 'integer', title: text('years') } },
    },
  },
}

/** The second version drops `red`, adds `black`, and asks for `visits` as a number. */
export const FORMS: readonly FormDocument[] = [
  { colour: choice('red', 'green', 'blue'), visits: { type: 'string', title: text('visits') }, ...shared },
  { colour: choice('green', 'blue', 'black'), visits: { type: 'integer', title: text('visits') }, ...shared },
].map((properties) => ({
  $schema: '../kinds/form.schema.json',
  id: 'own.opinions',
  version: 1,
  title: text('Opinions'),
  schema: { type: 'object', properties },
}))

export interface Opinion {
  version: 0 | 1
  submitted: number | null
  last: string | null
  values: Record<string, unknown>
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 })
const members = fc.array(fc.record({ role: maybe(fc.constantFrom('lead', 'help')), years: maybe(fc.integer({ min: 0, max: 40 })) }), {
  maxLength: 3,
})

function valuesOf(version: 0 | 1): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({
    colour: maybe(fc.constantFrom(...(version === 0 ? ['red', 'green', 'blue'] : ['green', 'blue', 'black']))),
    visits: maybe<unknown>(version === 0 ? fc.constantFrom('often', 'never') : fc.integer({ min: 0, max: 3 })),
    why: maybe(fc.constantFrom('because', "it's 100%", '')),
    tastes: maybe(fc.uniqueArray(fc.constantFrom('sweet', 'salty', 'sour'))),
    happy: maybe(fc.boolean()),
    age: maybe(fc.integer({ min: 8, max: 90 })),
    paid: maybe(fc.integer({ min: 0, max: 9999 })),
    day: maybe(fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-30')),
    wage: maybe(fc.integer({ min: 1, max: 9 })),
    home: maybe(fc.record({ street: maybe(fc.constantFrom('A', 'B')) })),
    members: maybe(members),
  })
}

/** A minute of November 2026, or none: only begun. */
const minute = fc.option(fc.integer({ min: 0, max: 28 * 24 * 60 }), { freq: 6 })
export const opinion: fc.Arbitrary<Opinion> = fc.constantFrom<0 | 1>(0, 1).chain((version) =>
  fc.record({
    version: fc.constant(version),
    submitted: minute,
    last: fc.constantFrom(null, 'colour', 'age', 'members'),
    values: valuesOf(version),
  }),
)

export const START = Date.parse('2026-11-01T00:00:00.000Z')
export const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString()

/** Publishes the versions, oldest first. @returns their hashes */
export async function publishForms(world: RoomsWorld): Promise<string[]> {
  const { deps } = world.server
  const hashes: string[] = []
  for (const form of FORMS) {
    await deps.db.transaction().execute(async (db) => {
      const request = { id: 'test', ip: '127.0.0.1', headers: {} }
      const store = deps.services.documentStore.bind({
        db,
        session: deps.services.sessions.visitor(),
        now: new Date(),
        lang: 'zh',
        request,
      })
      await store.saveDraft('form', form.id, form)
      hashes.push((await store.publish('form', form.id)).hash)
    })
  }
  return hashes
}

/** What a house has is replaced by these. */
export async function store(
  world: RoomsWorld,
  { house, hashes, secret = false }: { house: string; hashes: readonly string[]; secret?: boolean },
  opinions: readonly Opinion[],
): Promise<void> {
  await world.rows('DELETE FROM room_opinion WHERE "houseId" = $1', [house])
  const rows = opinions.map(({ version, submitted, last, values }) => ({
    houseId: house,
    secret,
    formVersion: hashes[version],
    values,
    startedAt: at((submitted ?? 10) - 10),
    submittedAt: submitted === null ? null : at(submitted),
    lastField: last,
  }))
  await world.rows(
    `INSERT INTO room_opinion ("houseId", secret, "formVersion", "values", "startedAt", "submittedAt", "lastField")
     SELECT "houseId", secret, "formVersion", "values", "startedAt", "submittedAt", "lastField"
     FROM jsonb_to_recordset($1::jsonb) AS r("houseId" bigint, secret boolean, "formVersion" text, "values" jsonb, "startedAt" timestamptz, "submittedAt" timestamptz, "lastField" text)`,
    [JSON.stringify(rows)],
  )
}
