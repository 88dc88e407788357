import { type Editor, findParentNode, type JSONContent } from '@tiptap/core'
import { NodeRange } from '@tiptap/pm/model'
import { AllSelection } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { formatsOf, LISTS } from './formats.ts'

const MARKS = new Set([
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
])

/** Applies a format of the toolbar; `false` removes it. */
export function format(editor: Editor, name: string, value: string | boolean) {
  if (MARKS.has(name)) {
    if (value === false) editor.commands.unsetMark(name)
    else editor.commands.setMark(name, value === true ? {} : { value })
  } else if (name === 'align' || name === 'direction') setBlockAttribute(editor, name, () => value || null)
  else rebuild(editor, name, value)
}

/** Says of every line in the selection how it stands. */
function setBlockAttribute(editor: Editor, name: string, next: (now: unknown) => unknown) {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      for (const { $from, $to } of state.selection.ranges)
        state.doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
          if (name in node.attrs && node.isTextblock) tr.setNodeAttribute(pos, name, next(node.attrs[name]))
        })
      return true
    })
    .run()
}

const MAX_INDENT = 8

export function indent(editor: Editor, by: 1 | -1) {
  const chain = editor.chain()
  const { list } = formatsOf(editor.state)
  if (!list) return setBlockAttribute(editor, 'indent', now => Math.min(MAX_INDENT, Math.max(0, Number(now) + by)))
  if (by > 0) return void chain.sinkListItem('listItem').run()
  // The outermost stays a list: its own button ends it.
  const depths = editor.state.selection.$from
  const above = Array.from({ length: depths.depth }, (_, depth) => depths.node(depth).type.name)
  if (above.filter(name => name === 'listItem').length > 1) chain.liftListItem('listItem').run()
  else chain.run()
}

/** Clears the formats of the selection, or of the line at the cursor. */
export function clean(editor: Editor) {
  const { empty, ranges, $from } = editor.state.selection
  const parts = empty
    ? [{ from: $from.start(), to: $from.end() }]
    : ranges.map(range => ({ from: range.$from.pos, to: range.$to.pos }))
  editor
    .chain()
    .command(({ tr }) => {
      for (const { from, to } of parts) tr.removeMark(from, to)
      return true
    })
    .clearNodes()
    .run()
  editor.view.dispatch(editor.state.tr.setStoredMarks([]))
}

/** Links the selection; without one the address itself is inserted as text. */
export function link(editor: Editor, href: string) {
  const chain = editor.chain()
  const attrs = { href, target: '_blank' }
  if (!editor.state.selection.empty) chain.setMark('link', attrs).run()
  else if (editor.isActive('link')) chain.extendMarkRange('link').setMark('link', attrs).run()
  else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs }] }).run()
}

export const unlink = (editor: Editor) => editor.chain().extendMarkRange('link').unsetMark('link').run()

function rebuild(editor: Editor, name: string, value: string | boolean) {
  if (editor.state.selection instanceof AllSelection)
    editor.commands.setTextSelection({ from: 0, to: editor.state.doc.content.size })
  if (name === 'header') {
    leaveLists(editor)
    if (value) editor.commands.setNode('heading', { level: Number(value) })
    else editor.commands.setNode('paragraph')
  } else if (name === 'blockquote') {
    if (value) quote(editor)
    else leaveQuote(editor)
  } else if (name === 'list') {
    const now = formatsOf(editor.state).list
    const type = (value || now) === 'ordered' ? 'orderedList' : 'bulletList'
    if (formatsOf(editor.state).header) editor.commands.setNode('paragraph')
    editor.commands.toggleList(type, 'listItem')
  } else if (name === 'code-block') setCode(editor, value === true)
}

/** The paragraphs that are selected; a list as a whole. */
function quote(editor: Editor) {
  const { tr, schema, selection } = editor.state
  const range = selection.$from.blockRange(
    selection.$to,
    ({ type }) => !(type.name in LISTS || type.name === 'listItem'),
  )
  const wrapping = range && findWrapping(range, schema.nodes.blockquote!)
  if (wrapping) editor.view.dispatch(tr.wrap(range, wrapping))
}

function leaveQuote(editor: Editor) {
  const quote = findParentNode(({ type }) => type.name === 'blockquote')(editor.state.selection)
  const { $from, $to } = editor.state.selection
  if (!quote || $from.blockRange($to)?.parent === quote.node) return void editor.commands.lift('blockquote')
  const { tr } = editor.state
  const $first = tr.doc.resolve(quote.start + 1)
  const $last = tr.doc.resolve(quote.start + quote.node.content.size - 1)
  const inside = new NodeRange($first, $last, quote.depth)
  const target = liftTarget(inside)
  if (target !== null) editor.view.dispatch(tr.lift(inside, target))
}

/** A heading is no item of a list. */
function leaveLists(editor: Editor) {
  while (formatsOf(editor.state).list) if (!editor.commands.liftListItem('listItem')) return
}

function setCode(editor: Editor, on: boolean) {
  if (!on) return void editor.commands.setNode('paragraph')
  leaveLists(editor)
  const { $from, $to } = editor.state.selection
  const range = $from.blockRange($to)
  // Several lines become one block.
  if (range && range.endIndex - range.startIndex > 1) {
    const text = editor.state.doc.textBetween(range.start, range.end, '\n', '\n')
    const code: JSONContent = { type: 'codeBlock', content: text ? [{ type: 'text', text }] : [] }
    editor.commands.insertContentAt({ from: range.start, to: range.end }, code)
  } else editor.commands.setNode('codeBlock')
}
