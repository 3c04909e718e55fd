/** A team is a group of its competition. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { codesInTeam } from '../registration/codesInTeam.ts'

export default defineExtension('account.group', 'team', codesInTeam)
