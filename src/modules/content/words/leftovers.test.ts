import { expect, test } from 'vitest'
import { emptyHeadingsIn, leftoversIn, unreachableFor, unreachableLinksIn } from './leftovers.ts'

test.each([
  '会费五千元[李处1]。',
  '会费五千元[A12]。',
  '【王会长：这句删掉】',
  '【张主任】',
  '【李明：时间再核实】',
  '［待定］',
  '【请办公室核实】',
  '批注 [李1]: 此处要改',
  ' 删除的内容: 八千',
  '见【缺图：image001.png】',
  '【钱一诺已阅】',
])('%s is named before it is published', text => expect(leftoversIn(text, ['钱一诺'])).toHaveLength(1))

test.each([
  '国发〔2026〕3号',
  '[1]',
  '[J]',
  '【通知】',
  '【责任编辑：李明】',
  '【安全生产】',
  '【金奖】',
  '参见[12]和[3-5]',
])('%s is not', text => expect(leftoversIn(text)).toEqual([]))

test('a heading without words is named with what stands behind it', () => {
  expect(
    emptyHeadingsIn('<h2>一</h2><p>甲</p><h2> &nbsp;<strong></strong></h2><p>乙</p><h3><img src="/api/file/1"></h3>'),
  ).toEqual([{ before: '乙' }])
})

const OWN = 'https://www.hangxie.org.cn'

test.each([
  ['http://localhost:3000/admin/news', '内部或测试地址'],
  ['http://192.168.1.8/a', '内部或测试地址'],
  ['http://[::1]/a', '内部或测试地址'],
  ['https://site.test/a', '内部或测试地址'],
  ['https://demo.hangxie.org.cn/a', '本站的另一个地址'],
  ['https://elsewhere.cn/admin/news/list-info/1', '本站的另一个地址'],
  ['file:///C:/a.docx', '电脑上的文件'],
])('%s leads readers nowhere', (address, why) => expect(unreachableFor(address, OWN)).toContain(why))

test.each(['https://www.hangxie.org.cn/a', 'https://www.samr.gov.cn/', '/admin/news/list/1', 'https://other.org.cn/a'])(
  '%s is reached',
  address => expect(unreachableFor(address, OWN)).toBeUndefined(),
)

test('links are named by their words, written addresses by themselves', () => {
  const html =
    '<p><a href="http://localhost/a">报名</a>，或 http://10.0.0.2/b，<a href="https://www.samr.gov.cn/">总局</a></p>'
  expect(unreachableLinksIn(html, OWN).map(({ found }) => found)).toEqual(['报名', 'http://10.0.0.2/b'])
})
