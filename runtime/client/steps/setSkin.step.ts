/** `{ do: "setSkin", with: { skin? } }`: shows the skin of that id, or the next one offered, and remembers it; null takes the choice back. */
import { chooseSkin, skin } from '../skins.ts'
import type { StepKind } from '../stepKinds.ts'

const setSkin: StepKind = ({ skin: wanted }) => {
  if (wanted === null) return chooseSkin(null)
  const ids = skin.choices.map((choice) => choice.id)
  chooseSkin(typeof wanted === 'string' ? wanted : (ids[(ids.indexOf(skin.id) + 1) % ids.length] ?? skin.id))
}

export default setSkin
