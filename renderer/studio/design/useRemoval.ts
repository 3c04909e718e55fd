import { translate } from '../../../runtime/client/texts.ts'
import { useScreen } from '../../ScreenContext.ts'
import { brokenBy, removeSelected, titleOf } from '../commands.ts'
import { propertyWords } from '../metaWords.ts'
import { useDesign } from '../useDesign.ts'

const NAMED = 5

/** Deletes the selection: immediately, or after a question that names the rules that use it. */
export function useRemoval(): () => Promise<void> {
  const design = useDesign()
  const { host } = useScreen()
  return async () => {
    const { content, selection } = design.session
    const broken = brokenBy(content, selection)
    if (broken.length > 0) {
      const named = broken.slice(0, NAMED).map(({ field, path }) => {
        const property = propertyWords(path.slice(field.length).split('/')[1] ?? '')
        return translate('studio.mistakes.place', { title: titleOf(content, field), property })
      })
      const rules = named.join(translate('form.listComma'))
      const sure = await host.confirm({
        title: translate('studio.removal.title', { count: broken.length }),
        text: translate('studio.removal.text', { rules, count: broken.length }),
        ok: translate('studio.removal.ok'),
        danger: true,
      })
      if (!sure) return
    }
    removeSelected(design)
  }
}
