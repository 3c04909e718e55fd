import { defineHandler } from '../../core/contracts.ts'

export default defineHandler('platform.texts', ({ lang }, { platform }) => platform.texts[lang])
