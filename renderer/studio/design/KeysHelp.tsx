import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { DESIGN_KEYS } from './useDesignKeys.ts'

/** List of the designer's shortcuts, opened with `?`. */
export function KeysHelp({ onClose }: { onClose(): void }): ReactNode {
  return (
    <Overlay kind="dialog" width={480} title={translate('studio.keys.title')} onClose={onClose}>
      <dl className="ag-studio-keys">
        {DESIGN_KEYS.map((name) => (
          <div key={name}>
            <dt>
              <kbd>{translate(`studio.keys.${name}.keys`)}</kbd>
            </dt>
            <dd>{translate(`studio.keys.${name}.does`)}</dd>
          </div>
        ))}
      </dl>
    </Overlay>
  )
}
