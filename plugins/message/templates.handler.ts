/** Templates that may be sent by hand, own words first. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { OWN_WORDS, sendableTemplates } from './sendable.ts'

export default defineHandler('message.templates', (_input, { platform }) =>
  sendableTemplates(platform)
    .sort((one, other) => Number(other.id === OWN_WORDS) - Number(one.id === OWN_WORDS) || one.id.localeCompare(other.id))
    .map(({ id, title, variables }) => ({ id, title, needsNote: 'note' in variables })),
)
