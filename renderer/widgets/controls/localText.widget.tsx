/** A text in two languages: one question with a field for Chinese and one for English, drawn by the form itself (see `renderer/form/GroupView.tsx`). Its
 * answer is the text, `{ zh, en }`; what each field asks follows from the question. */
export default function LocalTextControl() {
  return null
}
