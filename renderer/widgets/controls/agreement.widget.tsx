import { useState } from 'react'
import { language, resolveText, translate } from '../../../runtime/client/texts.ts'
import { safeAddress } from '../../../runtime/core/safeAddress.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Box } from './Box.tsx'
import { useAnswer } from './useAnswer.ts'

interface AgreementProps {
  text?: unknown
  links?: Link[]
  mustRead?: boolean
}
interface Link {
  label: unknown
  to: string
}

/** Scrolling to the last pixel is not always possible where the page is zoomed. */
const END_TOLERANCE_PX = 4
const TEXT = 'text'

/** Terms to read and accept. Props: `text` (Text) shown in a box to scroll, `links` [{ label, to }] opened in a new tab, `mustRead`: the box can be
 * ticked only after the text was scrolled to its end and every link was opened. The answer is true. */
export default function AgreementControl(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  const { text, links = [], mustRead = false } = control.props as AgreementProps
  const words = text ? resolveText(text) : ''
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const noteRead = (part: string) => !read.has(part) && setRead(new Set([...read, part]))
  const parts = [...(words ? [TEXT] : []), ...links.map((link) => link.to)]
  const isWaiting = mustRead && value !== true && parts.some((part) => !read.has(part))
  const hintId = `${control.id}-read`
  // What an error leads to: the box, or while it cannot be ticked the first part to read.
  const idOf = (part: string) => (isWaiting && part === parts[0] ? control.id : undefined)
  const describedBy = [control.describedBy, isWaiting && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="ag-form-agreement">
      {words && <Terms id={idOf(TEXT)} label={control.label} words={words} onEnd={() => noteRead(TEXT)} />}
      <Box
        control={{ ...control, id: isWaiting ? `${control.id}-box` : control.id, disabled: control.disabled || isWaiting, describedBy }}
        ticked={value === true}
        onTick={(ticked) => write(ticked || undefined)}
      >
        {listed(links).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <a
              key={part.to}
              id={idOf(part.to)}
              href={safeAddress(part.to) ?? undefined}
              target="_blank"
              rel="noreferrer"
              onClick={() => noteRead(part.to)}
            >
              {resolveText(part.label)}
              <span className="ag-hidden">{translate('form.newTab')}</span>
            </a>
          ),
        )}
      </Box>
      {isWaiting && (
        <p className="ag-form-field-help" id={hintId}>
          {translate('form.readFirst')}
        </p>
      )}
    </div>
  )
}

/** The links with what is between them in the person's language: `terms and notice`. */
function listed(links: readonly Link[]): (Link | string)[] {
  if (links.length === 0) return []
  const isChinese = language.lang === 'zh'
  const parts = new Intl.ListFormat(isChinese ? 'zh-CN' : 'en').formatToParts(links.map((_, at) => String(at)))
  return [isChinese ? '' : ' ', ...parts.map(({ type, value }) => (type === 'element' ? links[Number(value)]! : value))]
}

function Terms({ id, label, words, onEnd }: { id: string | undefined; label: string; words: string; onEnd(): void }) {
  const look = (box: HTMLElement | null) => {
    if (box && box.scrollTop + box.clientHeight >= box.scrollHeight - END_TOLERANCE_PX) onEnd()
  }
  return (
    <section
      id={id}
      ref={look}
      className="ag-form-agreement-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={(event) => look(event.currentTarget)}
    >
      {words.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
        <p key={at}>{line}</p>
      ))}
    </section>
  )
}
