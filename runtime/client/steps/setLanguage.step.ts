/** `{ do: "setLanguage", with: { lang? } }`: shows the given language, or the other one, and keeps it in the app's cookie. */
import { booted } from '../boot.ts'
import type { StepKind } from '../stepKinds.ts'
import { keepLanguage, language, loadLanguage } from '../texts.ts'

const setLanguage: StepKind = async ({ lang }) => {
  const wanted = lang === 'zh' || lang === 'en' ? lang : language.lang === 'zh' ? 'en' : 'zh'
  await loadLanguage(wanted)
  const app = booted.boot?.app
  if (app) keepLanguage(wanted, app)
}

export default setLanguage
