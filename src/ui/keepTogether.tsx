import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'

/** Phone numbers, days, moments, numbers of records, amounts with their unit, and levels: read as a whole. */
const UNITS = '(?:万?元|年|个月|天|小时|学时|分钟|人|家|项|件|份|张|个|条|次|%)'
const WHOLE = new RegExp(
  [
    // A phone number as `formatPhone` writes it.
    String.raw`(?<!\d)(?:0\d{2,3}-\d{3,4} \d{4}(?:-\d{1,6})?|1\d{2} \d{4} \d{4})(?!\d)`,
    String.raw`\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?`,
    String.raw`\d{1,2}月\d{1,2}日`,
    String.raw`\d{4}-\d{2}(?:-\d{2}(?: \d{2}:\d{2})?)?(?![\d-])`,
    String.raw`[A-Z]+\d*(?:-[A-Z0-9]+)+`,
    '[A-ZⅠ-Ⅻ] ?级',
    String.raw`\d[\d,]*(?:\.\d+)? ?${UNITS}`,
  ].join('|'),
)

/**
 * Wraps what is read as a whole in elements that do not break over lines: a browser may break between a digit and a
 * Chinese character, and after a hyphen. Reads fragments and plain elements; components are left as they are.
 */
export function keepTogether(node: ReactNode): ReactNode {
  if (typeof node === 'string') return WHOLE.test(node) ? wrapWholes(node) : node
  if (!isPlain(node) || node.props.children === undefined) return node
  return cloneElement(node, {}, ...[node.props.children].flat().map(keepTogether))
}

/** The same for escaped text without elements of its own but `<em>`. */
export const keepTogetherInHtml = (html: string) =>
  html.replaceAll(EVERY, piece => `<span class="${classOf(piece)}">${piece}</span>`)

/** What is longer may be wider than a phone in large type, and then has to break. */
const MAX_LINE_CHARS = 16
const classOf = (piece: string) => (piece.length > MAX_LINE_CHARS ? 'nowrap nowrap-long' : 'nowrap')

const isPlain = (node: ReactNode): node is ReactElement<{ children?: ReactNode }> =>
  isValidElement(node) && (node.type === Fragment || typeof node.type === 'string')

const SPLIT = new RegExp(`(${WHOLE.source})`)
const EVERY = new RegExp(WHOLE.source, 'g')

/** The text in pieces; those at odd places are wholes. */
const wrapWholes = (text: string) =>
  text.split(SPLIT).map((piece, at) =>
    at % 2 === 1 ? (
      <span key={at} className={classOf(piece)}>
        {piece}
      </span>
    ) : (
      piece
    ),
  )
