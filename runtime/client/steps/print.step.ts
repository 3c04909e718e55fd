/** `{ do: "print" }`: opens the browser's dialog for printing the page. */
import type { StepKind } from '../stepKinds.ts'

const print: StepKind = () => window.print()

export default print
