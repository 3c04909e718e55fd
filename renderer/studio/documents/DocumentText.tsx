import { type ReactNode, useMemo, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import { keysAt, valuesAt } from '../../../runtime/core/studio/metaAt.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { JsonEditor } from '../JsonEditor.tsx'
import { helpWords } from '../metaWords.ts'
import { placeInText, readTyped, type TypedMistake } from '../readTyped.ts'
import type { Content } from './openedDocument.ts'

interface DocumentTextProps {
  kind: Kind
  content: Content
  change(content: Content): void
  failures: readonly DocumentFailure[]
}

/** The document as JSON. Valid JSON becomes the content immediately; other text is kept, with the position of the mistake. */
export function DocumentText({ kind, content, change, failures }: DocumentTextProps): ReactNode {
  const typed = useRef<{ text: string; content: Content } | null>(null)
  const [mistake, setMistake] = useState<{ of: Content; text: string; words: string } | null>(null)
  const text = useMemo(() => (typed.current?.content === content ? typed.current.text : printDocument(kind, content)), [kind, content])
  const problems = useMemo(() => {
    const placed = placeInText(kind, String(content.id), text)
    return failures.map(({ path, expected, found, suggestion }) => ({
      path: placed(path),
      text: translate('studioDocument.failure', { expected, found, suggestion }),
    }))
  }, [failures, kind, content.id, text])
  const isBroken = mistake !== null && mistake.of === content
  function hear(next: string): void {
    if (next === text && !isBroken) return
    const read = readTyped(kind, String(content.id), next)
    setMistake(read.mistake ? { of: content, text: next, words: mistakeWords(read.mistake) } : null)
    if (read.mistake) return
    typed.current = { text: next, content: read.content }
    change(read.content)
  }
  return (
    <div className="ag-designer__text">
      {isBroken && <Banner tone="warning" title={mistake.words} text={translate('studio.json.kept')} />}
      <JsonEditor
        label={translate('studioDocument.text')}
        value={isBroken ? mistake.text : text}
        problems={isBroken ? [] : problems}
        complete={(path, what) =>
          what === 'key'
            ? keysAt(kind, path).map(({ name, description }) => ({ name, description: helpWords(description) }))
            : valuesAt(kind, path).map((value) => ({ name: String(value) }))
        }
        onChange={hear}
      />
    </div>
  )
}

function mistakeWords(mistake: TypedMistake): string {
  if (mistake.what === 'json') return translate('studio.json.mistake', { line: mistake.line, column: mistake.column })
  return mistake.what === 'notObject' ? translate('studioDocument.notObject') : translate('studioDocument.failure', { ...mistake })
}
