import { defineHandler } from '../../core/contracts.ts'
import type { Lang } from '../../core/platform.ts'

export default defineHandler<{ lang: Lang }>('platform.texts', ({ lang }, { platform }) => platform.texts[lang])
