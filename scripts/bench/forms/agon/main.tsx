/** Agon's own renderer, with its texts, its skin and the validator module that the server would serve. */
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { FormNode } from '../../../../renderer/form/FormNode.tsx'
import '../../../../renderer/styles/base.css'
import '../../../../renderer/styles/controls.css'
import { startSkins } from '../../../../runtime/client/skins.ts'
import formTexts from '../../../../schemas/locales/en/kernel-form.json' with { type: 'json' }
import lightSkin from '../../../../schemas/skins/light.skin.json' with { type: 'json' }
import { askedCount } from '../definition.ts'
import { benchDocument } from './document.ts'

startSkins({ id: 'skins.light', tokens: lightSkin.tokens }, false)
void i18next.init({
  lng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: flat(formTexts) } },
})
const count = askedCount()
createRoot(document.getElementById('root')!).render(
  <FormNode form={benchDocument(count)} validator={`bench${count}`} onSubmit={() => Promise.resolve({ ok: true })} />,
)

function flat(texts: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text]] : Object.entries(flat(text, `${prefix}${key}.`)),
    ),
  )
}
