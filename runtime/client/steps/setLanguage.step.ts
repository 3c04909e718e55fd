/** `{ do: "setLanguage", with: { lang? } }`: shows the given language, or the other one, and keeps it in the app's cookie. */
import { withoutParameter } from '../../core/returnAddress.ts'
import { booted } from '../boot.ts'
import { replaceAddress } from '../navigation.ts'
import type { StepKind } from '../stepKinds.ts'
import { keepLanguage, language, loadLanguage } from '../texts.ts'

const setLanguage: StepKind = async ({ lang }) => {
  const wanted = lang === 'zh' || lang === 'en' ? lang : language.lang === 'zh' ? 'en' : 'zh'
  await loadLanguage(wanted)
  const app = booted.boot?.app
  if (!app) return
  keepLanguage(wanted, app)
  // an address that names a language would bring it back at the next load
  const { pathname, search, hash } = location
  const { name } = app.languages.cookie
  if (new URLSearchParams(search).has(name)) replaceAddress(withoutParameter(pathname + search + hash, name))
}

export default setLanguage
