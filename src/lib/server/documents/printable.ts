/** Printed width: a full-width character counts as two. */
export const widthOf = (text: string) =>
  [...text].reduce((width, character) => width + (/[\u2e80-\uffef\u{20000}-\u{3ffff}]/u.test(character) ? 2 : 1), 0)

/** Controls, and what turns the direction of writing: nobody means them, and they can hide what is printed. */
const INVISIBLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g
/** Runs without a place to break would overflow their cell. */
const UNBROKEN = /[^\s\u2e80-\uffef]{24,}/g
const BREAK = '\u200b'

/** Makes user input safe to typeset; texts anywhere in `value`. */
export function printable<Value>(value: Value): Value {
  if (typeof value === 'string') return printableText(value) as Value
  if (Array.isArray(value)) return value.map(printable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printable(part)])) as Value
}

const printableText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(UNBROKEN, run => [...run].join(BREAK))
