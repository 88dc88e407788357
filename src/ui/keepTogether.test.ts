import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keepTogether, keepTogetherInHtml } from './keepTogether.tsx'

const wholes = (node: ReactNode) =>
  [...renderToStaticMarkup(keepTogether(node)).matchAll(/<span class="nowrap[^"]*">(.*?)<\/span>/g)].map(
    ([, text]) => text,
  )

test.each([
  ['请在 2026年12月18日 前补正', ['2026年12月18日']],
  ['2026-09-11 10:05 至 2026-09-30', ['2026-09-11 10:05', '2026-09-30']],
  ['公告 GG2026-000026，证书 CBWA-QX01-A-1999-9999', ['GG2026-000026', 'CBWA-QX01-A-1999-9999']],
  ['应缴 13,760.00 元，还有 3 天，12 个月', ['13,760.00 元', '3 天', '12 个月']],
  ['联系电话 010-5550 0136 或 138 0013 8000', ['010-5550 0136', '138 0013 8000']],
  ['锅炉化学清洗 B级、Ⅱ 级', ['B级', 'Ⅱ 级']],
  ['GB/T 1576-2018 工业锅炉水质', []],
  ['没有日期的一句话', []],
])('%s', (text, expected) => {
  expect(wholes(text)).toEqual(expected)
})

test('loses nothing of the text, and reads fragments too', () => {
  const text = '自 2023-01-29 起，共 5 人'
  expect(renderToStaticMarkup(keepTogether(text)).replace(/<[^>]*>/g, '')).toBe(text)
  expect(wholes(createElement(Fragment, null, '自 2023-01-29 起', createElement('b', null, '有效'), '、2 次'))).toEqual(
    ['2023-01-29', '2 次'],
  )
})

test('wraps wholes in escaped text, and leaves its elements and signs as they are', () => {
  expect(keepTogetherInHtml('&lt;<em>锅炉</em>&#39; 截止 2026年12月25日')).toBe(
    '&lt;<em>锅炉</em>&#39; 截止 <span class="nowrap">2026年12月25日</span>',
  )
})

const Component = () => createElement('time', null, '2026-01-01')

test('reads plain elements, and leaves components as they are', () => {
  expect(wholes(createElement('small', null, '至 2026-01-01'))).toEqual(['2026-01-01'])
  const link = createElement(Component, null)
  expect(keepTogether(link)).toBe(link)
})

test('what may be longer than a line of very large type on a phone is marked, and nothing else', () => {
  expect(keepTogetherInHtml('证书 CBWA-QX01-A-2024-0005 至 2026-12-25 20:46')).toBe(
    '证书 <span class="nowrap nowrap-long">CBWA-QX01-A-2024-0005</span> 至 <span class="nowrap">2026-12-25 20:46</span>',
  )
})
