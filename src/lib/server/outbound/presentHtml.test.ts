import { describe, expect, test } from 'vitest'
import { presentHtml } from './presentHtml.ts'
import { cleanHtml } from './sanitizeHtml.ts'

const shown = (html: string, top?: 2 | 3) => presentHtml(cleanHtml(html), top)

describe('a text that people wrote is shown', () => {
  test.each([
    ['<h3>一</h3><p>字</p><h3>二</h3>', '<h2>一</h2><p>字</p><h2>二</h2>'],
    ['<h1>一</h1><h2>二</h2><h1>三</h1>', '<h2>一</h2><h3>二</h3><h2>三</h2>'],
    ['<h2>一</h2><h5>二</h5><h4>三</h4><h6>四</h6>', '<h2>一</h2><h3>二</h3><h3>三</h3><h4>四</h4>'],
    ['<h4>一</h4><h2>二</h2>', '<h2>一</h2><h2>二</h2>'],
    [
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
      '<h2>1</h2><h3>2</h3><h4>3</h4><h5>4</h5><h6>5</h6><h6>6</h6>',
    ],
  ])('with headings from the second level on, none left out: %s', (written, expected) => {
    expect(shown(written)).toBe(expected)
  })

  test('below a section with headings from the third on', () => {
    expect(shown('<h2>一</h2><h3>二</h3>', 3)).toBe('<h3>一</h3><h4>二</h4>')
  })

  test.each([
    ['电话 010-5550 0128、0129', '<a href="tel:01055500128">010-5550 0128</a>'],
    ['手机 13800138000。', '<a href="tel:13800138000">138 0013 8000</a>'],
    ['热线400-123-4567', '<a href="tel:4001234567">400-123-4567</a>'],
  ])('with telephone numbers to press: %s', (text, link) => expect(shown(`<p>${text}</p>`)).toContain(link))

  test.each([
    '<p>编号 CBWA-010-55500128</p>',
    '<p>账号 6222020138001380001</p>',
    '<p>2025-2026 年 0 12-3456</p>',
    '<p><a href="tel:01055500128">010-5550 0128</a></p>',
    '<pre>138 0013 8000</pre>',
  ])('and nothing else as one: %s', html => expect(shown(html)).toBe(cleanHtml(html)))

  const head = '<thead><tr><th>部门</th><th>办理 <b>"事项"</b></th><th>电话</th></tr></thead>'
  const row = '<tr><td>会员部</td><td>入会</td><td>内线 12</td></tr>'

  test('with cells that name their column, in a plain table of three columns or more', () => {
    const html = shown(`<table>${head}<tbody>${row}</tbody></table>`)
    expect(html).toContain('<table role="table" data-cards>')
    expect(html).toContain('<td role="cell" data-name="部门">会员部</td>')
    expect(html).toContain(
      '<td role="cell" data-name="办理 &quot;事项&quot;">入会</td><td role="cell" data-name="电话">',
    )
    expect(html.match(/role="columnheader"/g)).toHaveLength(3)
  })

  test.each([
    ['two columns', '<thead><tr><th>甲</th><th>乙</th></tr></thead>', '<tr><td>1</td><td>2</td></tr>'],
    ['no headings', '', row],
    ['merged cells', head, '<tr><td colspan="3">合并</td></tr>'],
    ['headings at the side', head, '<tr><th>会员部</th><td>入会</td><td>内线 12</td></tr>'],
    ['two rows of headings', head.replace('</thead>', '<tr><th>a</th></tr></thead>'), row],
  ])('and not in one with %s', (_, head, body) => {
    const table = `<table>${head}<tbody>${body}</tbody></table>`
    expect(shown(table)).toBe(cleanHtml(table))
  })
})
