import { type ReactNode, useMemo, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { parseJson } from '../../../runtime/core/documents/parseJson.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import { keysAt, valuesAt } from '../../../runtime/core/studio/metaAt.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { JsonEditor } from '../JsonEditor.tsx'
import { helpWords } from '../metaWords.ts'
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
  const problems = useMemo(
    () =>
      failures.map(({ path, expected, found, suggestion }) => ({
        path,
        text: translate('studioDocument.failure', { expected, found, suggestion }),
      })),
    [failures],
  )
  const isBroken = mistake !== null && mistake.of === content
  function hear(next: string): void {
    if (next === text && !isBroken) return
    const parsed = parseJson(next)
    const words = mistakeOf(parsed)
    setMistake(words === '' ? null : { of: content, text: next, words })
    if (words !== '' || 'mistake' in parsed) return
    const given = { $schema: content.$schema, id: content.id }
    const changed = { ...given, ...(parsed.value as Content), ...given }
    typed.current = { text: next, content: changed }
    change(changed)
  }
  return (
    <div className="ag-bench__text">
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

function mistakeOf(parsed: ReturnType<typeof parseJson>): string {
  if ('mistake' in parsed) return translate('studio.json.mistake', { line: parsed.mistake.line, column: parsed.mistake.column })
  const isObject = typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
  return isObject ? '' : translate('studioDocument.notObject')
}
