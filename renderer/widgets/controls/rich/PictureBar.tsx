import { type Editor, useEditorState } from '@tiptap/react'
import { useId } from 'react'
import { translate } from '../../../../runtime/client/texts.ts'

/** Below the tools while a picture is chosen: what it shows, for people who do not see it. */
export function PictureBar({ editor }: { editor: Editor }) {
  const id = useId()
  const alt = useEditorState({ editor, selector: ({ editor: now }) => String(now.getAttributes('image').alt ?? '') })
  return (
    <div className="ag-rich-bar">
      <label htmlFor={id}>{translate('form.richText.alt')}</label>
      <input
        id={id}
        className="ag-form-input"
        maxLength={200}
        value={alt}
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
      />
    </div>
  )
}
