/** The parts of the demo, in the order in which one needs the other. Loaded only for an empty database. */
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { insertAccounts, insertGrants } from './accounts.ts'
import { insertAgreements } from './agreements.ts'
import { insertAudits } from './audits.ts'
import { insertCertificates } from './certificates.ts'
import { insertCompetitions } from './competitions.ts'
import { insertConnections } from './connections.ts'
import { insertContent } from './content.ts'
import { insertContents } from './contents.ts'
import { insertCourses } from './courses.ts'
import { insertExperts } from './experts.ts'
import { insertFigures } from './figures.ts'
import { insertInvoices } from './invoices.ts'
import { insertJudging } from './judging.ts'
import { insertOrganisations, insertSchools } from './organisations.ts'
import { insertPackages } from './packages.ts'
import { insertProfiles } from './profiles.ts'
import { insertQuestionnaires } from './questionnaires.ts'
import { insertQuestions } from './questions.ts'
import { insertRankingStates } from './rankingStates.ts'
import { countTaken, insertRegistrations } from './registrations.ts'
import type { SeedDatabase as Database, SeedScope } from './SeedDatabase.ts'
import { seedRows } from './seedRows.ts'
import { insertTeams } from './teams.ts'
import { insertVotes } from './votes.ts'
import { insertWorks } from './works.ts'

export async function fill(deps: ServerDeps, db: Database, now: Date): Promise<void> {
  const scope: SeedScope = {
    db,
    rows: seedRows(db, deps.platform()),
    session: deps.services.sessions.visitor(),
    now,
    lang: 'zh',
    request: { id: 'seed', ip: '127.0.0.1', headers: {} },
  }
  const organisations = await insertOrganisations(db)
  const schools = await insertSchools(db, organisations)
  const users = await insertAccounts(deps, scope)
  await insertProfiles(db, users, now)
  const competitions = await insertCompetitions(deps, scope, { organisations, authorId: users.get('organiser') ?? null })
  const byKey = new Map(competitions.map(({ key, id }) => [key, id]))
  await insertGrants(db, users, { organisations, competitions: byKey })
  await insertExperts(db, { users, competitions: byKey })
  await insertAudits(deps, scope, { organisations, users, competitions: byKey })
  await insertContents(db, { now, users, competitions })
  await insertContent(deps, scope, users.get('admin') ?? null)
  await insertRegistrations(deps, scope, { competitions, schools, users })
  await insertTeams(deps, scope, { competitions, users })
  await insertWorks(deps, scope, competitions)
  await insertJudging(deps, scope, { competitions, schools, users })
  await insertInvoices(deps, scope, { competitions, users })
  await insertRankingStates(scope, { competitions, users })
  await insertCertificates(deps, scope, { competitions, users })
  await countTaken(scope, competitions)
  await insertVotes(scope, byKey.get('design')!)
  await insertQuestions(scope, byKey, users)
  await insertAgreements(scope, { robotics: byKey.get('robotics')!, design: byKey.get('design')! })
  await insertPackages(scope, { organisations, users })
  const courses = await insertCourses(deps, scope, { competitions, schools, users })
  await insertQuestionnaires(deps, scope, { competitions, users, courses })
  await insertFigures(deps, scope, organisations)
  await insertConnections(scope, { users, organisations })
}
