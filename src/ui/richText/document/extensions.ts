import { Extension, Mark, Node, wrappingInputRule } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import type { ParseRule } from '@tiptap/pm/model'
import { blocks } from './blocks.ts'
import { media } from './media.ts'
import { tables } from './tables.ts'

const simple = (name: string, tag: string, parse: ParseRule[], shortcut?: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, ...parse],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return shortcut ? { [shortcut]: () => this.editor.commands.toggleMark(name) } : {}
    },
  })

/** Some sites mark what they copy with a `b` that is not bold. */
const isBold = (element: HTMLElement) => (/^(normal|400)$/.test(element.style.fontWeight) ? false : null)
/** Lets one declaration match several rules. */
const styleRule = (property: string, value: RegExp): ParseRule => ({
  style: property,
  consuming: false,
  getAttrs: said => (value.test(said) ? null : false),
})

const Bold = Mark.create({
  name: 'bold',
  parseHTML: () => [
    { tag: 'strong', getAttrs: isBold },
    { tag: 'b', getAttrs: isBold },
    styleRule('font-weight', /^(bold(er)?|[6-9]00)$/),
  ],
  renderHTML: () => ['strong', 0],
  addKeyboardShortcuts() {
    return { 'Mod-b': () => this.editor.commands.toggleMark(this.name) }
  },
})

const textAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

const Link = Mark.create({
  name: 'link',
  // Text typed after a link does not extend it.
  inclusive: false,
  addAttributes: () => ({
    href: textAttribute('href'),
    target: textAttribute('target'),
    title: textAttribute('title'),
  }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: element => (LINK.test(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes: { href, target, title } }) => [
    'a',
    { href, title, rel: target && 'noopener noreferrer', target },
    0,
  ],
})

/** Must match the sanitiser of the server. */
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d-]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i

const Script = Mark.create({
  name: 'script',
  addAttributes: () => ({ value: { default: 'sub', rendered: false } }),
  parseHTML: () => [
    { tag: 'sub', attrs: { value: 'sub' } },
    { tag: 'sup', attrs: { value: 'super' } },
  ],
  renderHTML: ({ mark }) => [mark.attrs.value === 'super' ? 'sup' : 'sub', 0],
})

/** A colour, as the toolbar lists it and as `style` says it. */
const colour = (name: string, property: string) =>
  Mark.create({
    name,
    addAttributes: () => ({ value: { default: null, rendered: false } }),
    parseHTML: () => [{ style: property, consuming: false, getAttrs: said => ({ value: hexOf(said) }) }],
    renderHTML: ({ mark }) => ['span', { style: `${property}: ${mark.attrs.value}` }, 0],
  })

function hexOf(said: string): string {
  const [, ...parts] = /^rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\s*\)$/.exec(said) ?? []
  return parts.length === 0 ? said : `#${parts.map(part => Number(part).toString(16).padStart(2, '0')).join('')}`
}

/** A size or font of the toolbar, by its class; pages of the old site have others, by their style. */
const typeface = (name: string, known: RegExp, property?: string) =>
  Mark.create({
    name,
    // Any element may have the class, whatever else it is.
    priority: 200,
    addAttributes: () => ({ value: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag: `[class*="ql-${name}-"]`,
        consuming: false,
        getAttrs: ({ className }) => {
          const value = className.match(new RegExp(`\\bql-${name}-(\\w+)`))?.[1]
          return value && known.test(value) ? { value } : false
        },
      },
      ...(property ? [{ style: property, consuming: false, getAttrs: (value: string) => ({ value }) }] : []),
    ],
    renderHTML: ({ mark: { attrs } }) => [
      'span',
      known.test(attrs.value) ? { class: `ql-${name}-${attrs.value}` } : { style: `${property}: ${attrs.value}` },
      0,
    ],
  })

const marks = [
  Link,
  Bold,
  simple('italic', 'em', [{ tag: 'i' }, styleRule('font-style', /^italic$/)], 'Mod-i'),
  simple('underline', 'u', [styleRule('text-decoration', /underline/)], 'Mod-u'),
  simple('strike', 's', [{ tag: 'del' }, styleRule('text-decoration', /line-through/)]),
  Script,
  typeface('size', /^(small|large|huge)$/, 'font-size'),
  typeface('font', /^(serif|monospace)$/),
  colour('color', 'color'),
  colour('background', 'background-color'),
  simple('code', 'code', []),
]

const Bullets = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: () => ['ul', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-*]\s$/, type: this.type })]
  },
})

const Numbers = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: element => Number(element.getAttribute('start') ?? 1),
      renderHTML: ({ start }) => (start === 1 ? {} : { start }),
    },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^\s*(\d{1,3})\.\s$/,
        type: this.type,
        getAttributes: ([, number]) => ({ start: Number(number) }),
      }),
    ]
  },
})

const Item = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      // Lifts an item out of the list at its start, before it would join the item above.
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection
        const isAtStart = empty && $from.parentOffset === 0 && $from.depth > 1 && $from.index(-1) === 0
        return isAtStart && $from.node(-1).type === this.type && this.editor.commands.liftListItem(this.name)
      },
    }
  },
})

const lists = [Bullets, Numbers, Item]

const EditorBehaviour = Extension.create({
  name: 'working',
  addProseMirrorPlugins: () => [history(), dropCursor({ color: 'currentColor' }), gapCursor()],
  addKeyboardShortcuts() {
    const { editor } = this
    const back = () => undo(editor.state, editor.view.dispatch)
    const again = () => redo(editor.state, editor.view.dispatch)
    return { 'Mod-z': back, 'Shift-Mod-z': again, 'Mod-y': again }
  },
})

/** Nodes, marks and behaviour of the editor (docs/decisions/rich-text.md). */
export const extensions = [...blocks, ...lists, ...marks, ...media, ...tables, EditorBehaviour]
