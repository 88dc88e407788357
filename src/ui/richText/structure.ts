import { type Editor, findParentNode, type JSONContent } from '@tiptap/core'
import { NodeRange } from '@tiptap/pm/model'
import { AllSelection } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { formatsOf, LISTS } from './formats.ts'

/** What a paragraph is, or stands in. */
export function rebuild(editor: Editor, name: string, value: string | boolean) {
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
