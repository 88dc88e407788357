import { Editor } from '@tiptap/core'
import { redo, undo } from '@tiptap/pm/history'
import type { Node as Part } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { extensions } from './document/extensions.ts'
import { documentOf, htmlOf } from './document/html.ts'
import { forgetFetched } from './document/media.ts'
import { type Formats, formatsOf } from './formats.ts'
import { clean, format, indent, link, unlink } from './formatting.ts'
import {
  findWord,
  isMarking,
  type MarkedWord,
  markedWords,
  markWords,
  replaceWord,
  wordsMarked,
} from './markedWords.ts'
import type { Pasted } from './pasting/paste.ts'
import { pasting } from './pasting/pasting.ts'
import { changeTable, insertBlock, insertTable, tableStateOf } from './tableActions.ts'
import { noTable, type Size, type TableCommand, type TableState } from './tableTools.ts'

type Wanted = {
  placeholder: string
  mayFetch: boolean
  onFiles: (files: File[]) => void
  onChange: (html: string, characters: number) => void
  onFormats: (formats: Formats, table: TableState) => void
  onPasted: (pasted: Pasted) => void
  /** A picture was clicked; it says so, and stands there. */
  onPicture: (alt: string, at: number) => void
}

/** What a screen does with an editor, whatever it is built on. */
export type RichEditor = ReturnType<typeof openEditor>

export function openEditor(place: HTMLElement, wanted: Wanted) {
  const { placeholder, onChange, onFormats, onPicture } = wanted
  const editor = new Editor({
    element: place,
    extensions,
    injectCSS: false,
    enablePasteRules: false,
    enableCoreExtensions: { delete: false, drop: false, paste: false, textDirection: false },
    coreExtensionOptions: {
      clipboardTextSerializer: { blockSeparator: '\n' },
      tabindex: { value: '0' },
    },
    editorProps: {
      ...pasting(wanted),
      attributes: ({ doc }): Record<string, string> => ({
        class: `rich-words prose${isBlank(doc) ? ' rich-blank' : ''}`,
        'data-placeholder': placeholder,
      }),
      handleClickOn: ({ editable }, _, node, at) => {
        if (editable && node.type.name === 'image' && !node.attrs.pending) onPicture(node.attrs.alt ?? '', at)
        return false
      },
    },
    onUpdate: () => onChange(htmlOf(editor.state.doc, document), charactersOf(editor.state.doc)),
    // Marks move nobody's cursor: where it stands is told when somebody has put it there.
    onTransaction: ({ transaction }) => {
      if (!isMarking(transaction)) onFormats(formatsOf(editor.state), tableStateOf(editor))
    },
  })
  editor.registerPlugin(markedWords())
  const act = (work: () => void) => {
    editor.view.focus()
    work()
  }
  return {
    root: editor.view.dom as HTMLElement,
    focus: () => editor.view.focus(),
    format: (name: string, value: string | boolean) => act(() => format(editor, name, value)),
    indent: (by: 1 | -1) => act(() => indent(editor, by)),
    clean: () => act(() => clean(editor)),
    undo: () => act(() => undo(editor.state, editor.view.dispatch)),
    redo: () => act(() => redo(editor.state, editor.view.dispatch)),
    link: (address: string) => act(() => link(editor, address)),
    unlink: () => act(() => unlink(editor)),
    sayAlt: (at: number, alt: string) => act(() => sayAlt(editor, at, alt)),
    insertFile: (type: 'image' | 'video', src: string) => act(() => insertFile(editor, type, src)),
    insertTable: (size: Size) => act(() => insertTable(editor, size)),
    changeTable: (run: TableCommand) => act(() => changeTable(editor, run)),
    settlePicture: (key: string, src: string | null) => settlePicture(editor, key, src),
    markWords: (words: readonly MarkedWord[]) => markWords(editor, words),
    findWord: (text: string) => findWord(editor, text),
    replaceWord: (text: string, instead: string) => replaceWord(editor, text, instead),
    characters: () => charactersOf(editor.state.doc),
    setEditable: (may: boolean) => editor.setEditable(may, false),
    setHtml: (html: string) => {
      setHtml(editor, html)
      onFormats({}, { ...noTable, any: tableStateOf(editor).any })
    },
    close: () => {
      editor.destroy()
      forgetFetched()
    },
  }
}

const isBlank = ({ childCount, firstChild }: Part) =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0

const charactersOf = (doc: Part) =>
  [...doc.textBetween(0, doc.content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : '')).trimEnd()]
    .length

/** Another text: what was done before it cannot be undone in it. */
function setHtml(editor: Editor, html: string) {
  const doc = documentOf(new DOMParser().parseFromString(html, 'text/html'), editor.schema)
  const words = wordsMarked(editor)
  editor.view.updateState(EditorState.create({ doc, plugins: editor.state.plugins }))
  markWords(editor, words)
}

function sayAlt(editor: Editor, at: number, alt: string) {
  if (editor.state.doc.nodeAt(at)?.type.name === 'image')
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'alt', alt || null))
}

function insertFile(editor: Editor, type: 'image' | 'video', src: string) {
  const node = editor.schema.nodes[type]!.create({ src })
  if (node.isBlock) insertBlock(editor, node)
  else editor.view.dispatch(editor.state.tr.replaceSelectionWith(node, false).scrollIntoView())
}

/** The picture that has been taken over, in its place; `null`: it could not be, and its place goes. */
function settlePicture(editor: Editor, key: string, src: string | null) {
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    if (node.attrs.pending !== key) return
    const $at = doc.resolve(at)
    const isAlone = $at.parent.childCount === 1 && $at.node(-1).childCount > 1
    if (src) tr.setNodeMarkup(at, null, { ...node.attrs, src, pending: null })
    else if (isAlone && $at.parent.type.name === 'paragraph') tr.delete($at.before(), $at.after())
    else tr.delete(at, at + node.nodeSize)
  })
  // It is no work of the writer's that could be undone.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}
