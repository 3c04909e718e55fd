import { type ReactNode, useId } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument, SkinToken } from '../../../runtime/core/documents.ts'
import { colourText, parseColour } from '../../../runtime/core/skin/colour.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { type DesignedSkin, type Side, type SideFinding, startTokens, withColour } from './designedSkin.ts'

interface TokenGroupsProps {
  skin: DesignedSkin
  content: SkinDocument
  side: Side
  change(content: SkinDocument): void
  lacking: readonly SideFinding[]
}

/** The tokens of the light or dark version, in groups. An unset token shows its inherited value. */
export function TokenGroups({ skin, content, side, change, lacking }: TokenGroupsProps): ReactNode {
  const start = startTokens(skin, content, side)
  const own = side === 'own' ? content.tokens : (content.other?.tokens ?? {})
  return skin.rules.groups?.map(({ id, title, tokens }, index) => (
    <details key={id} className="ag-tokens" open={index < 2}>
      <summary>{resolveText(title)}</summary>
      {Object.entries(tokens).map(([name, token]) => (
        <TokenField
          key={`${side} ${name}`}
          token={token}
          value={own[name]}
          start={start[name]}
          lacks={lacking.some((finding) => finding.side === side && (finding.pair.token === name || finding.pair.on === name))}
          onChange={(value) => change(withColour(skin, content, side, name, value))}
        />
      ))}
    </details>
  ))
}

interface TokenFieldProps {
  token: SkinToken
  value: string | number | undefined
  start: string | number | undefined
  lacks: boolean
  onChange(value: string | number | undefined): void
}

function TokenField({ token, value, start, lacks, onChange }: TokenFieldProps): ReactNode {
  const id = useId()
  const title = resolveText(token.title)
  const isWrong = token.type === 'colour' && value !== undefined && !parseColour(value)
  return (
    <div className="ag-token">
      <label htmlFor={id}>{title}</label>
      {token.type === 'colour' && (
        <input
          type="color"
          className="ag-token__swatch"
          aria-label={translate('studioSkin.pick', { title })}
          value={sixDigits(value ?? start)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <input
        id={id}
        className="ag-input ag-token__text"
        type={token.type === 'colour' ? 'text' : 'number'}
        {...(token.type === 'colour'
          ? { spellCheck: false }
          : { min: token.minimum, max: token.maximum, step: token.type === 'number' ? 0.05 : 1 })}
        value={value ?? ''}
        placeholder={String(start ?? '')}
        aria-invalid={isWrong || lacks || undefined}
        onChange={({ target }) => onChange(read(token, target.value))}
      />
      <Button
        size="small"
        tone="link"
        icon="close"
        aria-label={translate('studioSkin.reset', { title })}
        title={translate('studioSkin.reset', { title })}
        disabled={value === undefined}
        onClick={() => onChange(undefined)}
      />
    </div>
  )
}

function read({ type }: SkinToken, text: string): string | number | undefined {
  if (text.trim() === '') return undefined
  return type === 'colour' ? text.trim() : Number(text)
}

/** What the browser's own colour field takes. */
function sixDigits(value: string | number | undefined): string {
  const colour = parseColour(value)
  return colour ? colourText({ ...colour, alpha: 1 }) : '#000000'
}
