import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { tellFailure } from '../../runtime/client/failures.ts'
import { skin } from '../../runtime/client/skins.ts'
import { stepKind } from '../../runtime/client/stepKinds.ts'
import { language, resolveText, translate } from '../../runtime/client/texts.ts'
import { useScreen } from '../ScreenContext.ts'
import { useIsFirst } from '../useIsFirst.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'

// allowed text: each language is named in itself, so that people who cannot read the page find it.
const OTHER = { zh: { lang: 'en', label: 'English' }, en: { lang: 'zh', label: '中文' } } as const

/** Choice of language and theme: applied immediately and remembered. */
export function DisplayControls({ align }: { align?: 'start' | 'end' }): ReactNode {
  const { host } = useScreen()
  const { lang } = useSnapshot(language)
  const { choices, chosen, dark, followsSystem } = useSnapshot(skin) as typeof skin
  const isFirst = useIsFirst()
  const other = OTHER[lang]

  async function run(step: string, values: Record<string, unknown>): Promise<void> {
    try {
      await (await stepKind(step))?.(values, host)
    } catch (error) {
      tellFailure(error)
    }
  }

  return (
    <>
      <button
        type="button"
        className="ag-text-button"
        lang={other.lang === 'zh' ? 'zh-CN' : 'en'}
        onClick={() => void run('setLanguage', { lang: other.lang })}
      >
        {other.label}
      </button>
      {choices.length > 1 && (
        <span className="ag-display__skin">
          <MenuButton
            label={translate('kernel.skin')}
            align={align}
            face={<Icon name={dark && !isFirst ? 'moon' : 'sun'} />}
            entries={[{ id: null, title: translate(followsSystem ? 'kernel.skinSystem' : 'kernel.skinDefault') }, ...choices].map(
              (choice) => ({
                id: choice.id ?? '',
                label: resolveText(choice.title),
                checked: choice.id === chosen,
                onSelect: () => void run('setSkin', { skin: choice.id }),
              }),
            )}
          />
        </span>
      )}
    </>
  )
}
