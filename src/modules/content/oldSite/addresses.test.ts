import { describe, expect, test } from 'vitest'
import { addressOf, indexOf, normaliseAddress, readList, rootOf, sourceAddress } from './server/addresses.ts'
import { textOfPage } from './server/reading.ts'

describe('an old address and the saved file', () => {
  test.each([
    ['/show.asp?id=12', 'show.asp@id=12.html'],
    ['/show.asp?id=12', 'show.asp?id=12'],
    ['/show.asp?id=12', 'show.asp%3Fid=12.html'],
    ['http://www.a.cn/news/show.php?c=1&id=2', 'news/show.php@c=1&id=2.html'],
    ['/?p=12', 'index.html@p=12.html'],
    ['/news/', 'news/index.html'],
    ['/news/index.asp', 'news/index.asp.html'],
    ['/News/12.htm', 'news/12.htm'],
    ['/about', 'about.html'],
    ['/%E9%80%9A%E7%9F%A5/1.html', '通知/1.html'],
    ['/upload/%CD%A8%D6%AA.pdf', 'upload/通知.pdf'],
  ])('%s is kept as %s', (address, name) => expect(normaliseAddress(address)).toBe(normaliseAddress(name)))

  test('are told apart by their numbers', () => {
    expect(normaliseAddress('/show.asp?id=1')).not.toBe(normaliseAddress('/show.asp?id=11'))
    expect(normaliseAddress('/a/1.pdf')).not.toBe(normaliseAddress('/a/1.html'))
  })

  test('the address is guessed from the name where no list tells it', () => {
    expect(addressOf('www.a.cn/show.asp@id=3.html', 'www.a.cn/')).toBe('/show.asp?id=3')
    expect(addressOf('index.html@p=12.html', '')).toBe('/?p=12')
    expect(addressOf('news/3.html', '')).toBe('/news/3.html')
  })

  test('a page that a program has saved says itself where it was', () => {
    expect(sourceAddress('<!-- saved from url=(0032)http://www.a.cn/show.asp?id=9 --><html>')).toBe(
      'http://www.a.cn/show.asp?id=9',
    )
    const mirrored = '<html><!-- Mirrored from www.a.cn/show.asp?id=9 by HTTrack Website Copier/3.x -->'
    expect(sourceAddress(mirrored)).toBe('http://www.a.cn/show.asp?id=9')
    expect(sourceAddress('<html>')).toBeUndefined()
  })
})

test('the folder around the site is found by its host, its home page, or a name that is no address', () => {
  expect(rootOf(['备份/www.a.cn/index.html', '备份/www.a.cn/news/1.html'])).toBe('备份/www.a.cn/')
  expect(rootOf(['旧网站/news/1.html', '旧网站/news/2.html'])).toBe('旧网站/')
  expect(rootOf(['site/index.html', 'site/news/2.html'])).toBe('site/')
  expect(rootOf(['news/1.html', 'news/2.html'])).toBe('')
  expect(rootOf(['urls.txt', 'news/2.html'])).toBe('')
})

test('of two files that an address may mean, the one that is called so', () => {
  const find = indexOf([{ name: 'a_1.html' }, { name: 'a-1.html' }], '')
  expect(find('/a-1.html')).toEqual({ name: 'a-1.html' })
  expect(find('/b.html')).toBeUndefined()
})

test('addresses are read from a site map, from lines, and from a table that names the files', () => {
  const map =
    '<urlset><url><loc>http://www.a.cn/s.asp?a=1&amp;b=2</loc></url><url><loc><![CDATA[ /x.html ]]></loc></url></urlset>'
  expect(readList('sitemap.xml', map)).toEqual([{ address: 'http://www.a.cn/s.asp?a=1&b=2' }, { address: '/x.html' }])
  expect(readList('urls.txt', '\ufeff/a.html\r\n\r\n# 说明\r\nhttp://www.a.cn/b.html\r\n')).toEqual([
    { address: '/a.html' },
    { address: 'http://www.a.cn/b.html' },
  ])
  expect(readList('网址.csv', '编号,网址,文件\n1,http://www.a.cn/s.asp?id=1,pages/1.html\n')).toEqual([
    { address: 'http://www.a.cn/s.asp?id=1', entry: 'pages/1.html' },
  ])
})

describe('the letters of a page', () => {
  const GBK = Buffer.from([0xb9, 0xf8, 0xc2, 0xaf]) // two letters, as GBK has them
  const UTF8 = Buffer.from('协会')
  const page = (head: string, bytes: Buffer) => Buffer.concat([Buffer.from(`<html><head>${head}</head><body>`), bytes])
  test.each([
    ['<meta charset="gb2312">', GBK, '\u9505\u7089'],
    ['<meta http-equiv=Content-Type content="text/html; charset=GBK">', GBK, '\u9505\u7089'],
    ['', GBK, '\u9505\u7089'],
    ['<meta charset="utf-8">', GBK, '\u9505\u7089'],
    ['<meta charset="utf-8">', UTF8, '协会'],
    ['<meta charset="gb2312">', UTF8, '协会'],
  ])('after %s', (head, bytes, words) => expect(textOfPage(page(head, bytes)).endsWith(words)).toBe(true))
})
