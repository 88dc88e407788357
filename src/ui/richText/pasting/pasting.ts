import { DOMSerializer, Fragment, Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { cleanPasted, OWN_MARK, type Pasted } from './paste.ts'

type Wanted = {
  /** Pictures of other sites may be asked for. */
  mayFetch: boolean
  onFiles: (files: File[]) => void
  onPasted: (pasted: Pasted) => void
}

export function pasting({ mayFetch, onFiles, onPasted }: Wanted): EditorProps {
  let rtf = ''
  return {
    handleDOMEvents: {
      paste: (_, { clipboardData }) => {
        rtf = clipboardData?.getData('text/rtf') ?? ''
        return false
      },
    },
    transformPastedHTML: html => {
      const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
      const { doc, ...pasted } = cleanPasted(html, { rtf, mayFetch, parse })
      rtf = ''
      // Runs after the text, with its placeholders of pictures, is in the editor.
      queueMicrotask(() => onPasted(pasted))
      return doc.body.innerHTML
    },
    transformPasted: (slice, view) => (isEmptyLine(view) && !isWords(slice) ? new Slice(slice.content, 0, 0) : slice),
    handlePaste: (_, event) => {
      const { clipboardData } = event
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || !isPictureAlone(clipboardData!.getData('text/html'))) return false
      onFiles(files)
      return true
    },
    handleDrop: (view, event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      // A picture that is moved within the text comes with its bytes, too.
      if (files.length === 0 || view.dragging) return false
      event.preventDefault()
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
      onFiles(files)
      return true
    },
    clipboardTextParser: (text, $context, _, view) => {
      const { schema } = view.state
      const lines = text.split(/\r\n?|\n/).map(line => {
        return schema.nodes.paragraph!.create(null, line ? schema.text(line, $context.marks()) : null)
      })
      return Slice.maxOpen(Fragment.from(lines))
    },
    clipboardSerializer: new OwnSerializer({}, {}),
  }
}

/** Reports whether the cursor is in an empty line: pasted content then keeps its first and last block. */
function isEmptyLine({ state: { selection } }: EditorView): boolean {
  const { empty, $from } = selection
  return empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
}

function isWords({ content }: Slice): boolean {
  const { firstChild } = content
  return (
    content.childCount <= 1 && (firstChild?.isInline || (firstChild?.isTextblock && !firstChild.attrs.align)) === true
  )
}

/** A browser that copies a picture says where it was, too: the picture itself is surer. */
function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return html === '' || (body.childElementCount === 1 && body.firstElementChild!.tagName === 'IMG')
}

/** Serialises copied content with absolute addresses of this site and without pending pictures. */
class OwnSerializer extends DOMSerializer {
  override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer['serializeFragment']>) {
    const first = fragment.firstChild
    const box = first
      ? DOMSerializer.fromSchema(first.type.schema).serializeFragment(fragment, options, target)
      : super.serializeFragment(fragment, options, target)
    if (!('querySelectorAll' in box)) return box
    for (const picture of box.querySelectorAll('[data-pending]')) picture.remove()
    for (const child of box.children) child.setAttribute(OWN_MARK, '')
    return box
  }
}
