import { expect, test } from 'vitest'
import { sendNow } from '#lib/server/outbox/send.ts'
import { smsInUse } from '#lib/server/outbox/smsInUse.ts'
import { smsTemplate } from '#lib/server/outbox/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newPhone, staffWith } from '#test/support/make.ts'

const NOBODY = 'http://127.0.0.1:9'

setUpSite({
  demo: true,
  env: {
    SMS_PROVIDER: 'aliyun',
    ALIYUN_SMS_KEY_ID: 'LTAI-test',
    ALIYUN_SMS_KEY_SECRET: 'secret',
    ALIYUN_SMS_SIGN_NAME: '示例协会',
    ALIYUN_SMS_ENDPOINT: NOBODY,
    TENCENT_SMS_SECRET_ID: 'AKID-test',
    TENCENT_SMS_SECRET_KEY: 'secret',
    TENCENT_SMS_APP_ID: '1400000001',
    TENCENT_SMS_SIGN_NAME: '示例协会',
    TENCENT_SMS_ENDPOINT: NOBODY,
  },
})

test('the association chooses among the providers whose keys the server has, once codes can be sent by it', async () => {
  const admin = await asStaff(site, 'admin')
  const use = (provider: string) => admin.post('/staff/sms/provider', { provider })
  const shown = async () => (await admin.get('/staff/sms/templates', {})).data
  expect(await shown()).toMatchObject({ inUse: 'aliyun', choices: ['tencent'], provider: 'aliyun' })
  expect(await use('tencent')).toMatchObject({ code: 409, msg: expect.stringContaining('验证码') })
  expect(await use('aliyun')).toMatchObject({ code: 409, msg: '现在用的就是阿里云' })
  const row = { templateCode: '1110001', filedText: '验证码 {验证码}', updatedName: '管理员' }
  await site.services.db.insert(smsTemplate).values({ ...row, provider: 'tencent', kind: 'security.code' })
  const editor = await asStaff(site, await staffWith(site, ['writer']))
  expect((await editor.post('/staff/sms/provider', { provider: 'tencent' })).code).toBe(403)
  expect(await use('tencent')).toMatchObject({ code: 200, data: { providerName: '腾讯云' } })
  expect(await shown()).toMatchObject({ inUse: 'tencent', choices: ['aliyun'], provider: 'tencent' })
  const status = (await admin.get('/staff/sms/status', {})).data.sms
  expect(status).toMatchObject({ name: '腾讯云' })
  // Of the provider that is not in use no template counts, and its driver is not asked.
  const sms = { text: '请缴费', template: 'fee.reminder', values: {} }
  const error = await sendNow(site.ctx(), { channel: 'sms', to: newPhone(), subject: '会费', sms })
  expect(error).toBe('没有腾讯云的短信模板，没有发短信')
})

test('a choice whose keys are gone is no choice: texts go on by the provider of the environment', async () => {
  const { services } = site
  await writeSetting(site.ctx(), 'smsProvider', { provider: 'tencent' })
  const only = services.config.smsChoices.filter(({ provider }) => provider === 'aliyun')
  const config = { ...services.config, smsChoices: only }
  expect((await smsInUse({ ...services, config }))?.provider).toBe('aliyun')
  expect((await smsInUse(services))?.provider).toBe('tencent')
  expect(await smsInUse({ ...services, config: { ...config, sms: undefined } })).toBeUndefined()
})
