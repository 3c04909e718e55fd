/** A team is a group of its competition. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { codesInTeam } from './codesInTeam.ts'

export default defineExtension('account.group', 'team', codesInTeam)
