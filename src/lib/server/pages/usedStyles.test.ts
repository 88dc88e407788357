import { expect, test } from 'vitest'
import {
  attributesIn,
  classesIn,
  isForReader,
  namesIn,
  readRules,
  usedStyles,
  withoutUnusedProperties,
} from './usedStyles.ts'

const used = (css: string, html: string) => usedStyles(readRules(css), { classes: classesIn(html), forReader: false })

test('rules stay that can meet something in the page, in their order', () => {
  const css = '@charset "utf-8";.a,.b .c{x:1}.gone{x:2}p>.a:hover,.gone.a{x:3}'
  expect(used(css, '<p class="a b">')).toBe('@charset "utf-8";.a{x:1}p>.a:hover{x:3}')
})

test('conditions stay with what is used behind them, and what is for paper goes', () => {
  const css = '@media (width<=800px){.a{x:1}.gone{x:2}}@media print{.a{x:3}}@media screen{.gone{x:4}}'
  expect(used(css, '<p class="a">')).toBe('@media (width<=800px){.a{x:1}}')
})

test('what is one choice of several, or must not be there, is not wanted', () => {
  const css = ':is(.gone,.a) p{x:1}.a:not(.gone,:has(.gone)){x:2}[href=".gone"]{x:3}'
  expect(used(css, '<p class="a">')).toBe(css)
})

test('brackets within words and pictures end nothing', () => {
  const css = '@keyframes turn{0%{x:1}to{x:2}}.a:before{content:"}{";background:url("data:image/svg+xml,{}")}.a{x:1}'
  expect(used(css, '<p class="a">')).toBe(css)
})

test('at first nobody has done anything, and nothing stands open: what is for that comes with the file', () => {
  const html = '<p class="a" aria-pressed="false">'
  const standing = { classes: classesIn(html), attributes: attributesIn(html), forReader: false }
  const seen = (css: string) => usedStyles(readRules(css), standing)
  expect(seen('.a{x:1}.a:hover,.a:focus-visible,.a[data-open],details[open] p{x:2}')).toBe('.a{x:1}')
  const kept = '.a:not(:focus,[open]){x:1}.a[aria-pressed=true]{x:2}'
  expect(seen(kept)).toBe(kept)
})

test('what is for large type and high contrast comes with the file, unless the page is sent so', () => {
  const css =
    'html[data-elder] p{x:1}@media screen{html:is([data-size="2"],[data-elder=on]){x:2}}[data-contrast=high]{x:3}'
  const others = 'html:not([data-elder],[data-size]) p{x:4}html:is([data-elder],.grey) p{x:5}'
  const sent = (html: string) =>
    usedStyles(readRules(css + others), { classes: classesIn(html), forReader: isForReader(html) })
  expect(sent('<html lang="zh-CN"><p data-size="2">')).toBe(others)
  expect(sent('<html lang="zh-CN" data-elder="on"><p>')).toBe(css + others)
})

test('of what is defined, that stays which something is made of, in whichever file', () => {
  const css = [':root{--a:1px;--b:calc(2 * var(--a));--gone:3px;--font:"A, B"}', 'p{margin:var(--b)}']
  expect(withoutUnusedProperties(css, namesIn('<p style="font:var(--font)">'))).toEqual([
    ':root{--a:1px;--b:calc(2 * var(--a));--font:"A, B"}',
    'p{margin:var(--b)}',
  ])
})
