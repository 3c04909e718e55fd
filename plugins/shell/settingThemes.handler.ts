import { defineHandler } from '../../runtime/core/contracts.ts'
import { platformThemes } from './platformThemes.ts'

export default defineHandler('shell.settingThemes', (_, { platform }) => platformThemes(platform))
