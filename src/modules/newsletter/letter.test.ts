import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letterHtml, letterText, wechatDraft } from './letter.ts'

const of = (more: { title?: string; text?: string; intro?: string } = {}) => ({
  content: {
    title: more.title ?? '协会简报',
    intro: more.intro ?? '各位会员：\n本期有三篇。',
    groups: [
      {
        heading: '资讯',
        items: [
          {
            title: more.title ?? '年会',
            text: more.text ?? '摘要',
            note: '2026-11-30',
            path: '/admin/news/list-info/1',
          },
        ],
      },
    ],
  },
  from: '示例协会',
  colour: '#0b4a7f',
  publicUrl: 'https://example.org',
  page: 'https://example.org/admin/newsletter/1',
  unsubscribe: 'https://example.org/admin/newsletter/subscription#k',
})

test('the mail is tables of 600 pixels with inline styles, and nothing that QQ, 163 or Outlook drop or block', () => {
  const html = letterHtml(of())
  expect(html).toContain('<table role="presentation" width="600"')
  expect(html).not.toMatch(/<(script|style|link|img|div|form|svg)\b|class=|position:|float:|@media|url\(/i)
  // Each cell says its own style: nothing is inherited from a style sheet that the program removed.
  for (const [cell] of html.matchAll(/<td[^>]*>/g)) expect(cell).toContain('style="')
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)
  expect(links.length).toBeGreaterThanOrEqual(3)
  for (const href of links) expect(href).toMatch(/^https:\/\/example\.org\//)
})

test('the text part says the same, with addresses to read and to unsubscribe', () => {
  const text = letterText(of())
  for (const words of [
    '【资讯】',
    '年会',
    '摘要',
    'https://example.org/admin/news/list-info/1',
    '退订：https://example.org/admin/newsletter/subscription#k',
  ])
    expect(text).toContain(words)
})

test('the draft for WeChat has no links and no classes, and writes addresses out', () => {
  const html = wechatDraft(of())
  expect(html).not.toMatch(/<a\b|class=|<script|href/i)
  expect(html).toContain('https://example.org/admin/news/list-info/1')
})

test('whatever an article is called, it is text in the mail and no markup', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), text => {
      const title = `<img src=x onerror=1>${text}"'`
      for (const html of [
        letterHtml(of({ title, text: title, intro: title })),
        wechatDraft(of({ title, text: title })),
      ])
        expect(html).not.toMatch(/<img|onerror=1>/)
    }),
    { numRuns: 60 },
  )
})
