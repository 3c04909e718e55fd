/** `{ do: "print" }`: the browser's own dialog to print the page. */
import type { StepKind } from '../stepKinds.ts'

const print: StepKind = () => {
  globalThis.print()
}

export default print
