import { Editor } from '@tiptap/core'
import { redo, undo } from '@tiptap/pm/history'
import { type Node as Part, Slice } from '@tiptap/pm/model'
import { EditorState, Selection } from '@tiptap/pm/state'
import { CellSelection, cellAround, nextCell } from '@tiptap/pm/tables'
import { missingMedia } from '#lib/words/missingMedia.ts'
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
import { noTable, type Size, type TableCommand, type TableState } from './tableTools.ts'

type Wanted = {
  label: string
  placeholder: string
  mayFetch: boolean
  onFiles: (files: File[]) => void
  onChange: (html: string, characters: number) => void
  onFormats: (formats: Formats, table: TableState) => void
  onPasted: (pasted: Pasted) => void
  /** A picture was clicked; it says so, and stands there. */
  onPicture: (alt: string, at: number) => void
}

export type RichEditor = ReturnType<typeof openEditor>

export function openEditor(place: HTMLElement, wanted: Wanted) {
  const { label, placeholder, onChange, onFormats, onPicture } = wanted
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
        // A text box has its name from its first moment.
        'aria-label': label,
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
    sayAlt: (at: number, alt: string) => act(() => setAlt(editor, at, alt)),
    insertHtml: (html: string) => act(() => insertHtml(editor, html)),
    insertFile: (type: 'image' | 'video', src: string) => act(() => insertFile(editor, type, src)),
    insertTable: (size: Size) => act(() => insertTable(editor, size)),
    changeTable: (run: TableCommand) => act(() => changeTable(editor, run)),
    settlePicture: (key: string, src: string) => settlePicture(editor, key, { src }),
    /** Words stand where a picture could not be taken over. */
    missPicture: (key: string, name: string) => settlePicture(editor, key, { name }),
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

/** Replaces the text and clears the undo history. */
function setHtml(editor: Editor, html: string) {
  const doc = documentOf(new DOMParser().parseFromString(html, 'text/html'), editor.schema)
  const words = wordsMarked(editor)
  editor.view.updateState(EditorState.create({ doc, plugins: editor.state.plugins }))
  markWords(editor, words)
}

function setAlt(editor: Editor, at: number, alt: string) {
  if (editor.state.doc.nodeAt(at)?.type.name === 'image')
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'alt', alt || null))
}

/** Puts a text at the cursor, or instead of what is selected. */
function insertHtml(editor: Editor, html: string) {
  const doc = documentOf(new DOMParser().parseFromString(html, 'text/html'), editor.schema)
  editor.view.dispatch(editor.state.tr.replaceSelection(new Slice(doc.content, 0, 0)).scrollIntoView())
}

function insertFile(editor: Editor, type: 'image' | 'video', src: string) {
  const node = editor.schema.nodes[type]!.create({ src })
  if (node.isBlock) insertBlock(editor, node)
  else editor.view.dispatch(editor.state.tr.replaceSelectionWith(node, false).scrollIntoView())
}

/** The picture that has been taken over, in its place; without `src` words that name it. */
function settlePicture(editor: Editor, key: string, { src, name }: { src?: string; name?: string }) {
  const { tr, doc, schema } = editor.state
  doc.descendants((node, at) => {
    if (node.attrs.pending !== key) return
    if (src) tr.setNodeMarkup(at, null, { ...node.attrs, src, pending: null })
    else tr.replaceWith(at, at + node.nodeSize, schema.text(missingMedia('图', name)))
  })
  // Keeps the change out of the undo history, since the writer did not make it.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

function tableStateOf(editor: Editor): TableState {
  const { doc, selection } = editor.state
  let any = false
  doc.descendants(node => {
    any ||= node.type.name === 'table'
    return !any && !node.isTextblock
  })
  const { $from } = selection
  const depth = Array.from({ length: $from.depth + 1 }, (_, i) => i).findLast(i => $from.node(i).type.name === 'table')
  if (depth === undefined) return { ...noTable, any }
  const cells = $from.node(depth).firstChild?.content.content ?? []
  return {
    any,
    inside: true,
    canMerge: editor.can().mergeCells(),
    canSplit: editor.can().splitCell(),
    hasHead: cells.length > 0 && cells.every(({ type }) => type.name === 'tableHeader'),
  }
}

function changeTable(editor: Editor, run: TableCommand) {
  if (run === 'selectRight') return selectNext(editor, 'horiz')
  if (run === 'selectBelow') return selectNext(editor, 'vert')
  // The last row or column goes with its table.
  if (!editor.commands[run]() && /^delete/.test(run)) editor.commands.deleteTable()
}

/** Extends the selection by a cell, for touch screens and users who cannot hold Shift. */
function selectNext(editor: Editor, axis: 'horiz' | 'vert') {
  const { selection, tr } = editor.state
  const cells = selection instanceof CellSelection ? selection : undefined
  const $anchor = cells?.$anchorCell ?? cellAround(selection.$head)
  const $head = cells?.$headCell ?? $anchor
  if (!$anchor || !$head) return
  editor.view.dispatch(tr.setSelection(new CellSelection($anchor, nextCell($head, axis, 1) ?? $head)))
}

function insertTable(editor: Editor, { rows, columns, hasHead }: Size) {
  const { table, tableRow, tableCell, tableHeader } = editor.schema.nodes
  const line = (i: number) =>
    tableRow!.create(
      null,
      Array.from({ length: columns }, () => (hasHead && i === 0 ? tableHeader! : tableCell!).createAndFill()!),
    )
  insertBlock(
    editor,
    table!.create(
      null,
      Array.from({ length: rows }, (_, i) => line(i)),
    ),
    behindTable(editor),
  )
}

/** Position after the table at the cursor: tables are not nested. */
function behindTable(editor: Editor): number | undefined {
  const { $from } = editor.state.selection
  for (let depth = 1; depth <= $from.depth; depth++)
    if ($from.node(depth).type.name === 'table') return $from.after(depth)
  return undefined
}

/**
 * Inserts a block instead of the selection, or at `place`, with a line below it. The cursor goes into the block if it
 * can, otherwise into that line.
 */
function insertBlock(editor: Editor, block: Part, place?: number) {
  const { tr: change } = editor.state
  const tr = place === undefined ? change.replaceSelectionWith(block) : change.insert(place, block)
  let at = 0
  tr.doc.descendants((node, pos) => {
    if (node === block) at = pos
    return at === 0
  })
  const end = at + block.nodeSize
  if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, editor.schema.nodes.paragraph!.create())
  tr.setSelection(Selection.near(tr.doc.resolve(block.isLeaf ? end : at + 1)))
  editor.view.dispatch(tr.scrollIntoView())
}
