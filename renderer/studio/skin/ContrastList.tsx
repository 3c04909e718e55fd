import type { CSSProperties, ReactNode } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument } from '../../../runtime/core/documents.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import { appliedSide, type DesignedSkin, type Side, type SideFinding, tokenTitle, withColour } from './designedSkin.ts'

interface ContrastListProps {
  skin: DesignedSkin
  content: SkinDocument
  change(content: SkinDocument): void
  lacking: readonly SideFinding[]
  onShow(side: Side): void
}

/** Colour pairs with too little contrast: the two tokens, their contrast ratio, and a button that sets the nearest sufficient colour. */
export function ContrastList({ skin, content, change, lacking, onShow }: ContrastListProps): ReactNode {
  if (lacking.length === 0) return <p className="ag-contrast__fine">{translate('studioSkin.contrastFine')}</p>
  return (
    <section className="ag-contrast" aria-label={translate('studioSkin.contrast')}>
      <Banner
        tone="warning"
        title={translate('studioSkin.contrastLacks', { count: lacking.length })}
        text={translate('studioSkin.contrastRule')}
      />
      <ul>
        {lacking.map((finding) => (
          <li key={`${finding.side} ${finding.pair.token} ${finding.pair.on}`}>
            <Pair {...{ skin, content, finding }} />
            <p>
              {sentence(skin, content, finding)}
              {finding.side === 'other' && content.other && ` (${translate(content.dark ? 'studioSkin.light' : 'studioSkin.dark')})`}
            </p>
            {finding.proposal && (
              <Button
                size="small"
                onClick={() => {
                  onShow(finding.side)
                  change(withColour(skin, content, finding.side, finding.changes ?? finding.pair.token, finding.proposal))
                }}
              >
                {translate('studioSkin.useProposal', { colour: finding.proposal })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentence(skin: DesignedSkin, _content: SkinDocument, { pair, ratio, least }: SideFinding): string {
  const values = {
    token: resolveText(tokenTitle(skin, pair.token)),
    on: resolveText(tokenTitle(skin, pair.on)),
    ratio: ratio ?? '–',
    least,
  }
  return translate('studioSkin.pair', values)
}

/** The two colours as they meet. */
function Pair({ skin, content, finding }: { skin: DesignedSkin; content: SkinDocument; finding: SideFinding }): ReactNode {
  const { tokens } = appliedSide(skin, content, finding.side)
  const style = { '--ag-pair-on': tokens[finding.pair.on], '--ag-pair-token': tokens[finding.pair.token] } as CSSProperties
  return (
    <span className="ag-contrast__pair" style={style} aria-hidden="true">
      Aa
    </span>
  )
}
