import type { Editor } from '@tiptap/core'
import { formatsOf } from './formats.ts'
import { rebuild } from './structure.ts'

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

/** What a button or list of the toolbar does; `false` takes the format away. */
export function format(editor: Editor, name: string, value: string | boolean) {
  if (MARKS.has(name)) {
    if (value === false) editor.commands.unsetMark(name)
    else editor.commands.setMark(name, value === true ? {} : { value })
  } else if (name === 'align' || name === 'direction') stand(editor, name, () => value || null)
  else rebuild(editor, name, value)
}

/** Says of every line in the selection how it stands. */
function stand(editor: Editor, name: string, next: (now: unknown) => unknown) {
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

const DEEPEST = 8

export function indent(editor: Editor, by: 1 | -1) {
  const chain = editor.chain()
  const { list } = formatsOf(editor.state)
  if (!list) return stand(editor, 'indent', now => Math.min(DEEPEST, Math.max(0, Number(now) + by)))
  if (by > 0) return void chain.sinkListItem('listItem').run()
  // The outermost stays a list: its own button ends it.
  const depths = editor.state.selection.$from
  const above = Array.from({ length: depths.depth }, (_, depth) => depths.node(depth).type.name)
  if (above.filter(name => name === 'listItem').length > 1) chain.liftListItem('listItem').run()
  else chain.run()
}

/** Of the words that are selected, or else of the line at the cursor. */
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

/** Of the words that are selected; where none are, the address itself becomes the words. */
export function link(editor: Editor, href: string) {
  const chain = editor.chain()
  const attrs = { href, target: '_blank' }
  if (!editor.state.selection.empty) chain.setMark('link', attrs).run()
  else if (editor.isActive('link')) chain.extendMarkRange('link').setMark('link', attrs).run()
  else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs }] }).run()
}

export const unlink = (editor: Editor) => editor.chain().extendMarkRange('link').unsetMark('link').run()
