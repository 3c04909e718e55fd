/** Every screen of judging, voting, agreements and rankings, as each role, in both languages, at desk and phone width. */
import { gallery, type Screen } from '../../harness/gallery.ts'

const JUDGED = 'competitionId=5'
const JUDGING = `/admin/judging?${JUDGED}`
const RANKING = `/createNewCompetition/competition/rankingList?${JUDGED}`

const SCREENS: Screen[] = [
  { name: 'judging-choose', path: '/admin/judging', as: 'organiser' },
  { name: 'judging-none', path: '/admin/judging?competitionId=2&tab=progress', as: 'organiser' },
  { name: 'judging-rounds', path: `${JUDGING}&tab=rounds`, as: 'organiser' },
  { name: 'judging-panel', path: `${JUDGING}&tab=panel`, as: 'organiser' },
  { name: 'judging-assignment', path: `${JUDGING}&tab=assignment&roundId=2`, as: 'organiser' },
  { name: 'judging-progress', path: `${JUDGING}&tab=progress&roundId=2`, as: 'organiser' },
  { name: 'judging-frozen', path: `${JUDGING}&tab=progress&roundId=1`, as: 'organiser' },
  { name: 'judging-results', path: `${JUDGING}&tab=results&roundId=1`, as: 'organiser' },
  { name: 'judging-new-round', path: `/admin/judging/rounds/new?${JUDGED}`, as: 'organiser' },
  { name: 'judging-rules', path: '/admin/judging/rounds/2', as: 'organiser' },
  { name: 'judging-sheet', path: '/admin/judging/rounds/2?tab=sheet', as: 'organiser' },
  { name: 'judging-anonymity', path: `/admin/judging/checks?${JUDGED}`, as: 'organiser' },
  { name: 'judging-links', path: `/admin/judging/checks?${JUDGED}&view=share`, as: 'organiser' },
  { name: 'works-pool', path: `/admin/workmanagement?${JUDGED}`, as: 'organiser' },
  { name: 'works-similar', path: `/admin/workmanagement?${JUDGED}&view=similar`, as: 'organiser' },
  { name: 'voting', path: '/admin/voting?competitionId=2', as: 'organiser' },
  { name: 'voting-results', path: '/admin/voting?competitionId=2&tab=results', as: 'organiser' },
  { name: 'voting-votes', path: '/admin/voting?competitionId=2&tab=ballots', as: 'organiser' },
  { name: 'voting-anomalies', path: '/admin/voting?competitionId=2&tab=flags', as: 'organiser' },
  { name: 'agreements', path: '/admin/agreements', as: 'organiser' },
  { name: 'agreement', path: '/admin/agreements/3', as: 'organiser' },
  { name: 'agreement-new', path: '/admin/agreements/new', as: 'organiser' },
  { name: 'rankings', path: RANKING, as: 'organiser' },
  { name: 'ranking-draft', path: `${RANKING}&ranking=7`, as: 'organiser' },
  { name: 'ranking-rule', path: `${RANKING}&ranking=7&tab=rule`, as: 'organiser' },
  { name: 'ranking-checks', path: `${RANKING}&ranking=7&tab=checks`, as: 'organiser' },
  { name: 'ranking-provisional', path: `${RANKING}&ranking=8`, as: 'organiser' },
  { name: 'ranking-objections', path: `${RANKING}&ranking=8&tab=objections`, as: 'organiser' },
  { name: 'desk', path: '/admin/myReviews', as: 'several hats' },
  { name: 'desk-works', path: '/admin/myReviews?roundId=2', as: 'several hats' },
  { name: 'review', path: '/admin/myReviews/52', as: 'several hats' },
  { name: 'reviewed', path: '/admin/myReviews/37', as: 'several hats' },
  { name: 'own-agreements', path: '/personalCenter/agreements', as: 'participant' },
  { name: 'own-results', path: '/personalCenter/credential?tab=results', as: 'participant' },
  { name: 'own-objections', path: '/personalCenter/credential?tab=objections', as: 'participant' },
  { name: 'vote-signed-in', path: '/vote/2', as: 'participant' },
  { name: 'vote', path: '/vote/2' },
  { name: 'invitation-wrong-link', path: '/judgingInvitation?invitation=nonsense' },
  { name: 'share-wrong-link', path: '/reviewShare/pool/nonsense' },
]

gallery(SCREENS)
