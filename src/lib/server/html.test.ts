import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cleanHtml, plainText } from './html.ts'

/** Hostile inputs and a Word clipboard that nobody here wrote; they lie beside the project, not in it. */
const data = new URL('../../../../shared/data/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, data), 'utf8')
const here = existsSync(data)

describe('what people write is made safe before it is stored', () => {
  const dangerous =
    /<\s*(script|style|iframe|object|embed|form|input|svg|math|link|meta|base)\b|\son\w+\s*=|(javascript|vbscript|data)\s*:|expression\s*\(/i

  test.skipIf(!here)('none of 95 hostile inputs leaves anything that runs', () => {
    const cases: { name: string; input: string }[] = JSON.parse(read('html5lib_sanitizer_tests.json'))
    expect(cases.length).toBeGreaterThan(90)
    for (const { name, input } of cases) {
      const tags =
        cleanHtml(input)
          .match(/<[^>]*>/g)
          ?.join('') ?? ''
      expect(tags, name).not.toMatch(dangerous)
    }
  })

  test.skipIf(!here)('a paste from Word keeps its words and loses its markup', () => {
    const cleaned = cleanHtml(read('msword_paste.html'))
    expect(cleaned).not.toMatch(/mso|o:p|w:|xml|<meta|<style/i)
    expect(plainText(cleaned).length).toBeGreaterThan(5)
  })

  test.each([
    ['<p onclick="x()">字</p>', '<p>字</p>'],
    ['<a href="javascript:alert(1)">链接</a>', '<a>链接</a>'],
    ['<a href="//evil.example/">链接</a>', '<a>链接</a>'],
    ['<img src="https://elsewhere.example/a.png">', ''],
    ['<p style="position:fixed;color:#d9480f">字</p>', '<p style="color:#d9480f">字</p>'],
    ['<p class="ql-align-center header">字</p>', '<p class="ql-align-center">字</p>'],
  ])('%s', (written, kept) => {
    expect(cleanHtml(written)).toBe(kept)
  })

  test('cleaning twice changes nothing more', () => {
    const once = cleanHtml('<p>甲 & 乙 <b>丙</b></p><table><tr><td colspan="2">丁</td></tr></table>')
    expect(cleanHtml(once)).toBe(once)
  })
})

test('the words of a text, without its tags', () => {
  expect(plainText('<h3>一、范围</h3><p>压力 &lt; 3.8&nbsp;MPa<br>&amp; 温度</p>')).toBe(
    '一、范围 压力 < 3.8 MPa & 温度',
  )
})
