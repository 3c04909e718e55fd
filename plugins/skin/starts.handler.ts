/** Skins of the platform that a new one can start from, each with a picture: a page in small. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { platformThemes } from '../shell/platformThemes.ts'

export default defineHandler('skin.starts', (_, { platform }) => platformThemes(platform))
