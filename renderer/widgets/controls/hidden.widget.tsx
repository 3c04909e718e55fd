/** Draws nothing: the answer comes with the link. */
export default function HiddenControl() {
  return null
}
