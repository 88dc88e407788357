import { expect, test } from 'vitest'
import { firstPaint } from './firstPaint.ts'
import { readRules } from './usedStyles.ts'

const STYLES = 'p{color:red}'
const styleOf = (address: string) => (address === '/assets/a.css' ? readRules(STYLES) : undefined)

test('the styles of a page stand in it, and their file waits for paper until it is there', () => {
  const painted = firstPaint(styleOf)('<head><link rel="stylesheet" href="/assets/a.css#"/></head>', true)
  expect(painted).toBe(
    `<head><style>${STYLES}</style><link media="print" rel="stylesheet" href="/assets/a.css#"/></head>`,
  )
})

test('a file that is not there, or elsewhere, stays a link', () => {
  const html = '<link rel="stylesheet" href="/assets/b.css"/><link rel="stylesheet" href="https://example.com/a.css"/>'
  expect(firstPaint(styleOf)(html, true)).toBe(html)
})

test('scripts come after what is seen', () => {
  expect(
    firstPaint(styleOf)(
      '<link rel="modulepreload" href="/assets/a.js"/><script type="module" async="">1</script>',
      true,
    ),
  ).toBe(
    '<link fetchpriority="low" rel="modulepreload" href="/assets/a.js"/><script fetchpriority="low" type="module" async="">1</script>',
  )
})

test('what nothing in a page wants is left out of it, unless its scripts draw more at once', () => {
  const rules = readRules('.there{color:red}.drawn{color:blue}')
  const html = '<link rel="stylesheet" href="/assets/c.css"/><p class="there">'
  const painted = (isWhole: boolean) => firstPaint(() => rules)(html, isWhole)
  expect(painted(true)).toContain('<style>.there{color:red}</style>')
  expect(painted(false)).toContain('<style>.there{color:red}.drawn{color:blue}</style>')
})

test('where what is seen first ends, the files are linked, and only the styles of what is before stand in the page', () => {
  const rules = readRules('.seen{color:red}.seen:hover{color:green}.below{color:blue}')
  const html =
    '<link rel="stylesheet" href="/assets/c.css#"/><p class="seen"><i hidden="" data-rest="true"></i><p class="below">'
  const painted = (isWhole: boolean) => firstPaint(() => rules)(html, isWhole)
  expect(painted(true)).toContain('<style>.seen{color:red}</style>')
  expect(painted(true)).toContain(
    '<p class="seen"><i hidden="" data-rest="true"><link rel="stylesheet" href="/assets/c.css"/></i><p class="below">',
  )
  expect(painted(false)).toContain('.below{color:blue}')
  expect(painted(false)).not.toContain('<i hidden="" data-rest="true"><link')
})

test('pages that want the same have the same styles, whatever they say; those that want more have more', () => {
  const rules = readRules(':root{top:0;--a:1px;--b:2px}.a{color:red}.b{color:blue}[data-open] p{color:green}')
  const paint = firstPaint(() => rules)
  const stylesIn = (body: string, isWhole = true) =>
    /<style>(.*)<\/style>/.exec(paint(`<head><link rel="stylesheet" href="/assets/c.css"/></head>${body}`, isWhole))![1]
  const end = '<i hidden="" data-rest="true"></i>'
  expect(stylesIn('<p class="a">一</p>')).toBe(':root{top:0;--a:1px;--b:2px}.a{color:red}[data-open] p{color:green}')
  expect(stylesIn('<p class="a">二</p><p class="a">三</p>')).toBe(stylesIn('<p class="a">一</p>'))
  expect(stylesIn('<p class="b a">一</p>')).toContain('.b{color:blue}')
  expect(stylesIn(`<p class="a">一</p>${end}`)).toBe(':root{top:0;}.a{color:red}')
  expect(stylesIn(`<p class="a" data-open="">一</p>${end}`)).toBe(
    ':root{top:0;}.a{color:red}[data-open] p{color:green}',
  )
  expect(stylesIn(`<p class="a" style="margin:var(--b)">一</p>${end}`)).toBe(':root{top:0;--b:2px}.a{color:red}')
  expect(stylesIn('<p class="a">一</p>', false)).toContain('.b{color:blue}')
})
