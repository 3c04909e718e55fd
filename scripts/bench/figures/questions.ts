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

/** @param school  id of its organisation, which is that of the school too */
export function questions(school: string, year: number, competition: string): readonly Question[] {
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
      control: by('p.academy', `${here} AND ${YEAR} = ${year}`),
    },
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
    { name: 'index of all schools', path: 'school/index', input: all, control: by('s.id') },
  ]
}
