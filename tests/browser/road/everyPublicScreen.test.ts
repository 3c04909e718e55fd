/** Every screen that visitors see, in both languages, at desk and phone width, and some in every skin. */
import { gallery, type Screen } from '../../harness/gallery.ts'

const SCREENS: Screen[] = [
  { name: 'home', path: '/', everySkin: true },
  { name: 'centre', path: '/competition', everySkin: true },
  { name: 'details', path: '/details?competitionId=1', everySkin: true },
  { name: 'details-ranking', path: '/details/rankingList?competitionId=6' },
  { name: 'details-works', path: '/details/worksShow?competitionId=2' },
  { name: 'work', path: '/competition/worksShow/2' },
  { name: 'details-questions', path: '/details/questions?competitionId=2' },
  { name: 'news-read', path: '/news/1' },
  { name: 'vote', path: '/vote/2' },
  { name: 'team', path: '/details/team/202' },
  { name: 'player', path: '/details/player/121' },
  { name: 'details-mobile', path: '/molbileDetails?competitionId=2' },
  { name: 'sign-in', path: '/login', everySkin: true },
  { name: 'register', path: '/register' },
  { name: 'no-access', path: '/401' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'register-organisation', path: '/register/organisation' },
  { name: 'forgotten', path: '/forgotPassword' },
  { name: 'bind-phone', path: '/bindphone' },
  { name: 'platform', path: '/introductionPlatform', allEnglish: true },
  { name: 'product', path: '/introductionProduct', allEnglish: true },
  { name: 'services', path: '/expendingServices', allEnglish: true },
  { name: 'experience', path: '/experience', allEnglish: true },
  { name: 'help', path: '/helpcenter?type=2', allEnglish: true },
  { name: 'help-article', path: '/helpcenter/6', allEnglish: true },
  { name: 'help-nothing', path: '/helpcenter?type=2&search=zzzz', allEnglish: true },
  { name: 'trial', path: '/applyCompetition', allEnglish: true },
  { name: 'settle', path: '/universitieSettled', allEnglish: true },
  { name: 'thanks', path: '/applyCompetition/thanks?number=A1', allEnglish: true },
  { name: 'questionnaire-wrong-link', path: '/admin/collection/1/nonsense', allEnglish: true },
  { name: 'downloads', path: '/helpcenter?type=99' },
]

gallery(SCREENS)
