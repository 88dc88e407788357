import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { filedTemplate } from '../../lib/server/outbox/smsFiling.ts'
import { smsVariablesOf } from '../../lib/server/outbox/smsVariables.ts'
import '../../handlers.ts'
import '../../jobs.ts'
import { ALIYUN_VARIABLE } from '../../../stand-ins/sms/aliyun.ts'
import { templateFault } from '../../../stand-ins/sms/rules.ts'
import { TENCENT_VARIABLE } from '../../../stand-ins/sms/tencent.ts'
import { inSyntaxOf, readSmsKinds, templateFaults } from './server/smsTemplates.ts'

setUpSite()

test('both providers would approve every text message of the program, in their own syntax', async () => {
  const kinds = await readSmsKinds(site.services)
  expect(kinds.length).toBeGreaterThan(60)
  const wrong = kinds.flatMap(({ template, text }) => {
    const variables = smsVariablesOf(template.code)
    const type = template.code === 'security.code' ? 'code' : 'notice'
    const ofAliyun = { code: '1', type, text: inSyntaxOf('aliyun', text, variables) } as const
    const ofTencent = { code: '1', type, text: inSyntaxOf('tencent', text, variables) } as const
    const faults = [
      ...templateFaults(text, variables),
      templateFault(ofAliyun, ALIYUN_VARIABLE),
      templateFault(ofTencent, TENCENT_VARIABLE),
      /\{[^\d}]/.test(ofTencent.text) && '有没有声明的变量',
      new Set(Object.values(variables).map(({ name }) => name)).size < Object.keys(variables).length && '两个变量同名',
    ].filter(Boolean)
    return faults.length > 0 ? [`${template.code}: ${faults.join('；')}：${text}`] : []
  })
  expect(wrong).toEqual([])
})

test('a code says what it is for: the words are filed for each purpose, and the general ones stand for those that are not', async () => {
  const by = await asStaff(site, await staffWith(site, ['admin']))
  const { kinds } = (await by.get('/staff/sms/templates', { provider: 'aliyun' })).data
  const codes = kinds.filter((one: { kind: string }) => one.kind.startsWith('security.code'))
  expect(codes.length).toBeGreaterThan(8)
  expect(codes).toContainEqual(
    expect.objectContaining({
      kind: 'security.code#register',
      name: '短信验证码：注册账号',
      type: '验证码',
      text: '验证码 ${code}，用于注册账号，5 分钟内有效。如非本人操作，请勿告诉他人。',
    }),
  )
  expect(codes[0]).toMatchObject({ kind: 'security.code', text: expect.stringContaining('用于本次操作') })
  const save = (kind: string, templateCode: string) =>
    by.post('/staff/sms/template/save', { provider: 'tencent', kind, templateCode })
  const filed = async (kind: string) => (await filedTemplate(site.services, 'tencent', kind))?.templateCode
  expect((await save('security.code', '1')).code).toBe(200)
  expect((await save('security.code#register', '2')).code).toBe(200)
  expect(await save('security.code#lottery', '3')).toMatchObject({ code: 404 })
  expect(await filed('security.code#register')).toBe('2')
  expect(await filed('security.code#reset')).toBe('1')
})

test('what to file can be copied, numbers are kept for each provider, and a changed text is told apart', async () => {
  const by = await asStaff(site, await staffWith(site, ['admin']))
  const of = async (provider: string, kind: string) =>
    (await by.get('/staff/sms/templates', { provider })).data.kinds.find((one: { kind: string }) => one.kind === kind)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({
    text: '您的 ${year} 年度会费 ${amount} 元尚未缴纳，请登录会员中心查看账户并上传汇款凭证。',
    templateCode: '',
    faults: [],
    variables: [
      { name: 'year', meaning: '年度', property: '其他号码' },
      { name: 'amount', meaning: '金额', property: '金额' },
    ],
  })
  expect((await of('tencent', 'fee.reminder')).text).toContain('您的 {1} 年度会费 {2} 元')
  expect((await of('aliyun', 'invitation.sent')).text).toContain(
    '请打开 http://site.test/invite ，输入邀请码 ${invitation}',
  )
  const save = (templateCode: string) =>
    by.post('/staff/sms/template/save', { provider: 'aliyun', kind: 'fee.reminder', templateCode })
  expect(await save('1110001')).toMatchObject({ code: 400, data: { fields: { templateCode: '应形如 SMS_100000001' } } })
  expect((await save('SMS_100000009')).code).toBe(200)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ templateCode: 'SMS_100000009', isOutdated: false })
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ signature: '' })
  const signed = { provider: 'aliyun', kind: 'fee.reminder', templateCode: 'SMS_100000009', signature: '示例协会财务' }
  expect((await by.post('/staff/sms/template/save', signed)).code).toBe(200)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ signature: '示例协会财务' })
  expect(await of('tencent', 'fee.reminder')).toMatchObject({ templateCode: '', signature: '' })
  const wording = { code: 'fee.reminder', version: 0, title: '会费催缴', content: '请缴费' }
  const changed = await by.post('/staff/template/save', { ...wording, sms: '请缴纳 {年度} 年度会费 {金额} 元。' })
  expect(changed.code).toBe(200)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ isOutdated: true })
  expect((await save('')).code).toBe(200)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ templateCode: '', isOutdated: false })
  const adjacent = { ...wording, version: changed.data.version, sms: '请缴纳会费 {年度}{金额}' }
  expect((await by.post('/staff/template/save', adjacent)).code).toBe(200)
  expect(await of('aliyun', 'fee.reminder')).toMatchObject({ faults: ['两个变量相邻，中间应有文字'] })
  expect(await save('SMS_100000009')).toMatchObject({ code: 409, msg: expect.stringContaining('两个变量相邻') })
})
