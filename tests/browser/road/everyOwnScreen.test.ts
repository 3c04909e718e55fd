/** Every screen of participants and organisers, as each role, in both languages, at desk and phone width, and some in every skin. */
import { gallery, type Screen } from '../../harness/gallery.ts'

const SCREENS: Screen[] = [
  { name: 'book-hotel', path: '/bookHotel?competitionId=3', as: 'participant' },
  { name: 'home-member', path: '/', as: 'participant' },
  { name: 'details-member', path: '/details?competitionId=2', as: 'participant' },
  { name: 'enter', path: '/details/signup?competitionId=3', as: 'participant' },
  { name: 'mine', path: '/personalCenter/jingsai', as: 'participant' },
  { name: 'my-teams', path: '/personalCenter', as: 'participant' },
  { name: 'my-team', path: '/personalCenter/team/201', as: 'participant' },
  { name: 'join-team', path: '/personalCenter/join?code=SL5HM6PE', as: 'participant' },
  { name: 'submit-work', path: '/submitWork/new/2/111', as: 'participant' },
  { name: 'security', path: '/personalCenter/security', as: 'participant' },
  { name: 'profile', path: '/personalCenter/profile', as: 'participant' },
  { name: 'certification', path: '/personalCenter/renzheng', as: 'participant' },
  { name: 'privacy', path: '/personalCenter/privacy', as: 'participant' },
  { name: 'issue', path: '/issue', as: 'organiser' },
  { name: 'certification-rejected', path: '/personalCenter/renzheng', as: 'organiser 2' },
  { name: 'verify', path: '/admin/verify', as: 'school administrator' },
  { name: 'managed', path: '/admin/list', as: 'organiser' },
  { name: 'desk', path: '/admin', as: 'organiser' },
  { name: 'wizard-info', path: '/createNewCompetition/createNewCompetition?competitionId=1', as: 'organiser' },
  { name: 'wizard-overview', path: '/createNewCompetition?competitionId=1', as: 'organiser' },
  { name: 'wizard-teams', path: '/createNewCompetition/competition/team?competitionId=13', as: 'administrator' },
  { name: 'wizard-members', path: '/createNewCompetition/competition/player?competitionId=13', as: 'administrator' },
  { name: 'registrations', path: '/admin/regManagement?competitionId=1', as: 'organiser', everySkin: true },
  { name: 'works-management', path: '/admin/workmanagement?competitionId=2', as: 'organiser' },
  { name: 'wizard-works', path: '/createNewCompetition/competition/worksShow?competitionId=2', as: 'organiser' },
  { name: 'competition-audit', path: '/admin/dataAudit', as: 'national auditor' },
  { name: 'competition-information', path: '/admin/comInformation?competitionId=8&view=audit', as: 'polytechnic organiser' },
  { name: 'empowerment', path: '/admin/competitionManagement', as: 'organiser' },
]

gallery(SCREENS)
