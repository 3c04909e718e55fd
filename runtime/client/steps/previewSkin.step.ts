/** `{ do: "previewSkin", with: { skin } }`: shows the skin of that id until the person goes elsewhere; null ends the preview. */
import { previewSkin } from '../skins.ts'
import type { StepKind } from '../stepKinds.ts'

const preview: StepKind = ({ skin }) => previewSkin(typeof skin === 'string' ? skin : null)

export default preview
