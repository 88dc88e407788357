import type { Editor } from '@tiptap/core'
import type { Node as Part } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { CellSelection, cellAround, nextCell } from '@tiptap/pm/tables'
import { noTable, type Size, type TableCommand, type TableState } from './tableTools.ts'

export function tableStateOf(editor: Editor): TableState {
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

export function changeTable(editor: Editor, run: TableCommand) {
  if (run === 'selectRight') return selectNext(editor, 'horiz')
  if (run === 'selectBelow') return selectNext(editor, 'vert')
  // The last row or column goes with its table.
  if (!editor.commands[run]() && /^delete/.test(run)) editor.commands.deleteTable()
}

/** One cell more, for fingers and all who do not hold Shift. */
function selectNext(editor: Editor, axis: 'horiz' | 'vert') {
  const { selection, tr } = editor.state
  const cells = selection instanceof CellSelection ? selection : undefined
  const $anchor = cells?.$anchorCell ?? cellAround(selection.$head)
  const $head = cells?.$headCell ?? $anchor
  if (!$anchor || !$head) return
  editor.view.dispatch(tr.setSelection(new CellSelection($anchor, nextCell($head, axis, 1) ?? $head)))
}

export function insertTable(editor: Editor, { rows, columns, hasHead }: Size) {
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

/** No table stands in another: where the cursor is in one, the next goes behind it. */
function behindTable(editor: Editor): number | undefined {
  const { $from } = editor.state.selection
  for (let depth = 1; depth <= $from.depth; depth++)
    if ($from.node(depth).type.name === 'table') return $from.after(depth)
  return undefined
}

/** In place of what is selected, or at `place`. With a line below it, to go on writing; the cursor is in it, or else in that line. */
export function insertBlock(editor: Editor, block: Part, place?: number) {
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
