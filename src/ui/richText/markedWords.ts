import type { Editor } from '@tiptap/core'
import type { Node as Part } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** A word to be seen where it stands, exactly as it stands there. */
export type MarkedWord = { text: string; tone: 'bad' | 'warn'; title: string }

type Kept = { words: readonly MarkedWord[]; shown: DecorationSet }
const key = new PluginKey<Kept>('markedWords')

/** Marks words in the text without changing it; they stay marked while somebody writes around them. */
export const markedWords = () =>
  new Plugin<Kept>({
    key,
    state: {
      init: (_, { doc }) => ({ words: [], shown: draw(doc, []) }),
      apply: (tr, kept) => {
        const words: readonly MarkedWord[] = tr.getMeta(key) ?? kept.words
        return tr.docChanged || words !== kept.words ? { words, shown: draw(tr.doc, words) } : kept
      },
    },
    props: { decorations: (state: EditorState) => key.getState(state)?.shown },
  })

export const markWords = (editor: Editor, words: readonly MarkedWord[]) =>
  editor.view.dispatch(editor.state.tr.setMeta(key, words).setMeta('addToHistory', false))

export const isMarking = (transaction: Transaction) => transaction.getMeta(key) !== undefined

export const wordsMarked = (editor: Editor): readonly MarkedWord[] => key.getState(editor.state)?.words ?? []

/** Selects the next place of a word behind the cursor, from the first again after the last. */
export function findWord(editor: Editor, text: string): void {
  const { doc, selection } = editor.state
  const places = placesOf(doc, text)
  const next = places.find(({ from }) => from >= selection.to) ?? places[0]
  if (!next) return
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, next.from, next.to)).scrollIntoView())
  editor.view.focus()
}

/** Everywhere in the text; it can be undone in one go. */
export function replaceWord(editor: Editor, text: string, instead: string): void {
  const { tr, doc } = editor.state
  for (const { from, to } of placesOf(doc, text).reverse()) tr.insertText(instead, from, to)
  if (tr.docChanged) editor.view.dispatch(tr)
}

const draw = (doc: Part, words: readonly MarkedWord[]) =>
  words.length === 0
    ? DecorationSet.empty
    : DecorationSet.create(
        doc,
        words.flatMap(({ text, tone, title }) =>
          placesOf(doc, text).map(({ from, to }) =>
            Decoration.inline(from, to, { class: `rich-marked rich-marked-${tone}`, title }),
          ),
        ),
      )

/** Finds a text within one paragraph or cell, across formats. */
function placesOf(doc: Part, text: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  if (text === '') return places
  const wanted = spaced(text)
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    const words = spaced(node.textBetween(0, node.content.size, undefined, '\uFFFC'))
    for (let i = words.indexOf(wanted); i >= 0; i = words.indexOf(wanted, i + wanted.length))
      places.push({ from: at + 1 + i, to: at + 1 + i + text.length })
    return false
  })
  return places
}

/** A space that keeps words together is one like the others. */
const spaced = (text: string) => text.replace(/\s/g, ' ')
