/** What overviews ask, each with the same question in SQL over the tables that figures come from, without any summary. */
export interface Question {
  name: string
  path: string
  input: Record<string, string | number>
  /** Rows with "of" and "people", for the comparison. */
  control: string
}

const YEAR = `extract(year FROM c."competitionEnd" AT TIME ZONE 'Asia/Shanghai')::int`
const PEOPLE = `sum(CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END)::int AS people`
const SOURCES = `FROM signup_registration r JOIN competition_competition c ON c.id = r."competitionId" JOIN profile_profile p ON p."userId" = r."userId"
  JOIN organisation_school s ON s.code = p.school WHERE r.status = 4 AND c."deletedAt" IS NULL`
const by = (value: string, where = 'true') => `SELECT ${value} AS of, ${PEOPLE} ${SOURCES} AND ${where} GROUP BY 1`

/** SQL of what a profile names by codes, in the words of figures. */
export interface Study {
  college: string
  major: string
}

/** @param school  id of its organisation, which is that of the school too */
export function questions(school: string, year: number, competition: string, { college, major }: Study): readonly Question[] {
  const own = { organisationId: school }
  const all = { viewerId: school }
  const here = `s.id = ${school}`
  return [
    { name: 'a school by year', path: 'school/years', input: own, control: by(YEAR, here) },
    {
      name: 'a school by level, a year',
      path: 'school/levels',
      input: { ...own, year },
      control: by('c.level', `${here} AND ${YEAR} = ${year}`),
    },
    {
      name: 'a school by college, a year',
      path: 'school/colleges',
      input: { ...own, year },
      control: by(college, `${here} AND ${YEAR} = ${year}`),
    },
    { name: 'a school by college', path: 'school/colleges', input: own, control: by(college, here) },
    { name: 'a school by major', path: 'school/majors', input: own, control: by(major, here) },
    { name: 'a school by competition', path: 'school/competitions', input: own, control: by(`c.title ->> 'zh'`, here) },
    { name: 'all schools, by competition', path: 'competition/totals', input: all, control: by(`c.title ->> 'zh'`) },
    {
      name: 'all schools, by competition, a year',
      path: 'competition/totals',
      input: { ...all, year },
      control: by(`c.title ->> 'zh'`, `${YEAR} = ${year}`),
    },
    {
      name: 'a competition by school',
      path: 'competition/schools',
      input: { ...all, competition },
      control: by(`s.name`, `c.title ->> 'zh' = '${competition}'`),
    },
    { name: 'provinces', path: 'area', input: all, control: by('s.region') },
    { name: 'another school by year', path: 'school/compareYears', input: { ...all, schoolId: 2 }, control: by(YEAR, 's.id = 2') },
    { name: 'index of all schools', path: 'school/index', input: all, control: by('s.id') },
    { name: 'index of all schools, a year', path: 'school/index', input: { ...all, year }, control: by('s.id', `${YEAR} = ${year}`) },
  ]
}

/** The index by a rule that tells types and prizes apart, which reads other sums: published once the other questions have been asked. */
export const RULE = `INSERT INTO data_rule (title, "typeA", special, first, state, "publishedAt") VALUES ('{"zh": "规则", "en": "Rule"}', 2, 2, 1.5, 'published', now())`
export function ruledQuestion(school: string): Question {
  return { name: 'index of all schools, by types and prizes', path: 'school/index', input: { viewerId: school }, control: by('s.id') }
}

/** Figures of schools, years and levels by chance, each with its control. */
export function slices(count: number, schools: number, { college }: Study): readonly Question[] {
  const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)]!
  const groups = [
    ['years', YEAR],
    ['levels', 'c.level'],
    ['types', 'c.type'],
    ['colleges', college],
    ['competitions', `c.title ->> 'zh'`],
  ] as const
  return Array.from({ length: count }, () => {
    const school = 1 + Math.floor(schools * Math.random() ** 2)
    const [path, value] = any(groups)
    const year = any([null, 2018, 2020, 2022, 2024, 2026])
    const level = any([null, 'international', 'national', 'provincial'])
    const where = [`s.id = ${school}`, ...(year ? [`${YEAR} = ${year}`] : []), ...(level ? [`c.level = '${level}'`] : [])].join(' AND ')
    const input = { organisationId: String(school), ...(year && { year }), ...(level && { level }) }
    return { name: `${path} of ${where}`, path: `school/${path}`, input, control: by(value, where) }
  })
}
