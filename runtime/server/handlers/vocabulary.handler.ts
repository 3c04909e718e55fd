/** What a form may name, for the person who designs one: kinds of field, keywords, enums, roles. Nothing of it is about a person or an object. */
import { defineHandler } from '../../core/contracts.ts'
import { collectForForm } from '../screens/collect.ts'
import { codesOf } from '../screens/screenCache.ts'

export default defineHandler(
  'platform.vocabulary',
  ({ palette: id, calls: named = [], collections = false }, { platform, session, fail }) => {
    const { documents, app } = platform
    const palette = documents.palette.get(id)
    if (!palette) return fail('NOT_FOUND', { entity: 'palette', id })
    const { calls } = collectForForm([palette, named.map((call) => ({ call }))], platform, codesOf(session).codes)
    return {
      palette,
      templates: (palette.templates ?? []).map((template) => platform.get('form', template)),
      collections: (collections ? (palette.collections ?? []) : []).map(({ forms, ...about }) => ({
        ...about,
        forms: forms.map((form) => platform.get('form', form)),
      })),
      keywords: [...documents.keyword.values()],
      enums: Object.fromEntries(documents.enum),
      calls,
      permissions: app.permissions,
      roles: [...documents.role.values()].map(({ id: role, title, permissions }) => ({ id: role, title, permissions: [...permissions] })),
    }
  },
)
