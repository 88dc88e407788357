import Quill, { Delta } from 'quill'
import { htmlOf } from './html.ts'
import { Film, forgetFetched, Picture } from './media.ts'
import { CleanClipboard } from './paste.ts'
import type { Pending } from './pictures.ts'

Quill.register({ 'formats/image': Picture, 'formats/video': Film, 'modules/clipboard': CleanClipboard }, true)

export type Editor = Quill
export type Formats = Record<string, unknown>

type Wanted = {
  placeholder: string
  onFiles: (editor: Quill, files: File[]) => void
  onChange: (html: string, characters: number) => void
  /** How what is at the cursor is formatted. */
  onFormats: (formats: Formats) => void
  onLeftOut: (count: number) => void
  /** Pictures that came with a pasted text and are to be taken over. */
  onPictures: (editor: Quill, pictures: Pending[]) => void
  mayFetch: boolean
}

/** Quill without a theme: the toolbar is ours. */
export function openEditor(
  place: HTMLElement,
  { placeholder, onFiles, onChange, onFormats, onLeftOut, onPictures, mayFetch }: Wanted,
): Editor {
  const editor = new Quill(place, {
    placeholder,
    formats: FORMATS,
    modules: {
      toolbar: false,
      clipboard: { matchers: [[Node.TEXT_NODE, keepWideSpaces]] },
      uploader: {
        mimetypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4'],
        handler: (_: unknown, files: File[]) => onFiles(editor, files),
      },
    },
  })
  // Tab goes on to the next control, as everywhere.
  delete editor.keyboard.bindings.Tab
  editor.root.classList.add('prose')
  CleanClipboard.listeners.set(editor.root, { mayFetch, onLeftOut, onPictures: of => onPictures(editor, of) })
  editor.on('text-change', (_, __, source) => {
    if (source === 'user') onChange(htmlOf(editor.root), charactersOf(editor))
  })
  editor.on('editor-change', () => {
    const range = editor.hasFocus() ? editor.getSelection() : null
    if (range) onFormats(editor.getFormat(range))
  })
  return editor
}

export function closeEditor(editor: Editor) {
  editor.off('text-change')
  editor.off('editor-change')
  forgetFetched()
}

export function setHtml(editor: Editor, html: string) {
  editor.setContents(editor.clipboard.convert({ html, text: '' }), 'silent')
  editor.history.clear()
}

/** The picture that has been taken over, in its place; `null`: it could not be, and its place goes. */
export function settlePicture(editor: Editor, key: string, url: string | null) {
  const node = [...editor.root.querySelectorAll<HTMLElement>('[data-pending]')].find(one => one.dataset.pending === key)
  const blot = node && Quill.find(node)
  // Deleted meanwhile.
  if (!blot || blot instanceof Quill) return
  const change = new Delta().retain(editor.getIndex(blot)).delete(1)
  const alt = node.getAttribute('alt')
  editor.updateContents(url ? change.insert({ image: url }, alt ? { alt } : {}) : change, 'user')
}

export const charactersOf = (editor: Editor) => [...editor.getText().trimEnd()].length

const FORMATS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'script',
  'color',
  'background',
  'font',
  'size',
  'link',
  'header',
  'blockquote',
  'code-block',
  'list',
  'indent',
  'align',
  'direction',
  'image',
  'video',
  'table',
  'table-row',
  'table-body',
  'table-container',
]

/** Quill takes the ideographic space with which Chinese paragraphs begin for white space, and drops it. */
function keepWideSpaces(node: Node, delta: Delta): Delta {
  const { data } = node as Text
  if (!data.includes('\u3000') || node.parentElement?.closest('pre')) return delta
  return new Delta().insert(data.replace(/[ \t\r\n]+/g, ' ').replaceAll('\u00a0', ' '))
}
