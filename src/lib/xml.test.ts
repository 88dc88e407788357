import { expect, test } from 'vitest'
import { answerXml, xml } from './xml.ts'

test('what is put into XML stays text, in elements and in attributes', () => {
  expect(xml`<a href="${'"><b>'}">${"R&D <2.5 MPa> 'Ⅱ'"}</a>`.xml).toBe(
    '<a href="&#34;&#62;&#60;b&#62;">R&#38;D &#60;2.5 MPa&#62; &#39;Ⅱ&#39;</a>',
  )
})

test('pieces and lists of pieces are put in as they are', () => {
  const items = ['甲', '<乙>'].map(name => xml`<i>${name}</i>`)
  expect(xml`<list size="${2}">${items}</list>`.xml).toBe('<list size="2"><i>甲</i><i>&#60;乙&#62;</i></list>')
})

test('characters that XML cannot hold are left out, rare Chinese ones are not', () => {
  expect(xml`${'a\u0000b\u000b\uFFFEc\uD800𬭎\n'}`.xml).toBe('abc𬭎\n')
})

test('a document says what it is', async () => {
  const answer = answerXml(xml`<rss/>`, 'application/rss+xml')
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<rss/>\n')
})
