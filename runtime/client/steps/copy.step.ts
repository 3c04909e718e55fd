/** `{ do: "copy", with: { text } }`: puts a text onto the clipboard and says so, or that it has to be copied by hand. */
import { copyAndTell } from '../copyAndTell.ts'
import type { StepKind } from '../stepKinds.ts'

const copy: StepKind = ({ text }) => copyAndTell(String(text ?? ''))

export default copy
