/** Every screen of the platform's staff, in both languages, at desk and phone width, and some in every skin. */
import { gallery, type Screen } from '../../harness/gallery.ts'

const SCREENS: Screen[] = [
  { name: 'log', path: '/admin/logs', as: 'administrator' },
  { name: 'organisations', path: '/admin/organizations', as: 'administrator' },
  { name: 'accounts', path: '/admin/accounts', as: 'administrator' },
  { name: 'roles', path: '/admin/roles', as: 'administrator' },
  { name: 'permissions', path: '/admin/permissions', as: 'administrator' },
  { name: 'experts', path: '/admin/experts', as: 'administrator' },
  { name: 'outbox', path: '/admin/outbox', as: 'administrator' },
  { name: 'state', path: '/admin/state', as: 'administrator' },
  { name: 'jobs', path: '/admin/jobs', as: 'administrator' },
  { name: 'organisation-review', path: '/admin/organisationReview', as: 'administrator' },
  { name: 'permission-check', path: '/admin/permissionCheck', as: 'administrator' },
  { name: 'platform-config', path: '/personalCenter/adminPlatformConfig', as: 'administrator' },
  { name: 'content', path: '/admin/content', as: 'administrator' },
  { name: 'content-editor', path: '/admin/content/edit?id=1', as: 'administrator' },
  { name: 'left-messages', path: '/admin/leavmessage', as: 'administrator' },
  { name: 'applications', path: '/admin/applications', as: 'administrator' },
  { name: 'messages', path: '/admin/information', as: 'administrator' },
  { name: 'send', path: '/admin/information/send', as: 'administrator' },
  { name: 'skins', path: '/admin/skin', as: 'administrator' },
  { name: 'questionnaires', path: '/admin/collectionlist', as: 'administrator' },
  { name: 'questionnaire-questions', path: '/admin/collectionlist/1', as: 'administrator' },
  { name: 'questionnaire-settings', path: '/admin/collectionlist/1?tab=settings', as: 'administrator' },
  { name: 'questionnaire-links', path: '/admin/collectionlist/2?tab=links', as: 'administrator' },
  { name: 'page-studio', path: '/admin/screens', as: 'administrator' },
  { name: 'document-editor', path: '/admin/screens/page/support.messages', as: 'administrator' },
  { name: 'new-screen', path: '/admin/screens/new', as: 'administrator' },
]

gallery(SCREENS)
