import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { advanceTime, newAddress, PASSWORD, signUp } from '#test/support/make.ts'
import { makeEntryLink } from './colleagues/server/entryLinks.ts'
import { commonPasswords } from './server/commonPasswords.ts'
import { isMadeOf, passwordFault } from './server/passwords.ts'

setUpSite({ demo: true })

const faultOf = (password: string) => passwordFault(site.ctx(), password)

test('none that was often found among stolen ones is taken, in whatever case', async () => {
  const known = [...(await commonPasswords())]
  expect(known.length).toBeGreaterThan(20_000)
  const long = dictionary['passwords-common'].filter(word => word.length >= 8)
  for (const word of [...long.filter((_, n) => n % 100 === 0), long.at(-1)!.toUpperCase(), 'woaini1314'])
    expect(await faultOf(word), word).toBeTruthy()
})

test('nor one with a year or a sign added, nor what the program shows as its own', async () => {
  for (const word of ['Football2026', 'sunshine#2026', '123monkey!', 'ｐａｓｓｗｏｒｄ'])
    expect(await faultOf(word), word).toContain('太常见')
  expect(await faultOf('hangxie-demo-2026!')).toContain('演示账号')
})

test('nor the name of the association, also in pinyin, nor only words of its trade and digits', async () => {
  const { association } = (await site.get('/config/public')).data
  expect(await faultOf(`x${association.name}`)).toContain('协会的名称')
  expect(await faultOf('zhongguoguoluqingxi2026')).toMatch(/行业的名称|协会的名称/)
  for (const word of ['guoluqingxi2026', 'GuoLu@2026', 'qingxi_888888', '锅炉清洗1234'])
    expect(await faultOf(word), word).toContain('行业的名称')
  for (const fine of [PASSWORD, 'qing chen de guolu', 'guolu, die ich 3mal sah'])
    expect(await faultOf(fine), fine).toBeUndefined()
})

test('what stands in none of such words counts, wherever it stands', () => {
  expect(isMadeOf('guoluqingxi88', ['guolu', 'qingxi'])).toBe(true)
  expect(isMadeOf('guoluabcd', ['guolu'])).toBe(false)
  expect(isMadeOf('12345678', ['guolu'])).toBe(false)
})

const GUESSABLE = {
  'keys that stand together, with shift or by columns': `
    1qaz@WSX3edc 1qaz@WSX 1qaz@WSX3edc$RFV 1qaz2wsx#EDC !QAZ@WSX #EDC4rfv qwe!@#123 qwer!@#$ !@#$qwer zaq1@WSX
    Qwert!2345 asdf!@#$ poiuytrewq mnbvcxz1 0okm9ijn 1q2w3e4r! ZXCasdqwe123 Qwe@12345 qwertyqwerty`,
  'a name in pinyin and digits': `
    wangwei123 zhangsan123 zhaoxiaoming88 liuyang2020 lina1990 chenjing1314 weiwang123 Wangwei@123 Zhang.San.123
    lixiaolong888 huangxiaoming19900101 ouyangfeng123 yangyang0520 liudehua666 wangweiwangwei zw19900101 wjl123456`,
  'a city or a province and digits': `
    shenzhen123 beijing2024 Shanghai@2023 guangdong888 hangzhou123! Chengdu2022 wuhan@123 sichuan123456 suzhou1234
    xiamen520 Haerbin123 guangzhou2010 sh3nzh3n123 北京123456 Zhongguo123 china@123`,
  'a brand, a site or an account and digits': `
    linkedin wechat123 qq1234567 taobao888 alipay@2020 Tencent123 huawei@2023 Xiaomi123! baidu123456 iphone13
    iPhone2022 bilibili666 microsoft1 Google123! facebook1 L1nked1n W3chat123 weixin666 caiwu123 gongsi2024 Test@1234
    Admin@2024 mima@123 woaini@1314 woaibaobao520`,
  'a sequence behind the classes that somebody asked for': `
    Aa@123456 Abcd@1234 Abc@123456 Abc123!@# P@ssw0rd2024 Pass@word1 a1234567! Aa112233 Aa888888! Qq123123 Zz@111222
    abcABC123 ab12ab12 abcd!234 aaaa@@@@1111 2468101214 11223344! 19900101aa`,
}

test.each(Object.entries(GUESSABLE))('%s make no password', async (_, passwords) => {
  for (const password of passwords.trim().split(/\s+/)) expect(await faultOf(password), password).toBeTruthy()
})

const HONEST = [
  '今天的月亮比昨天圆',
  '我家楼下的面馆九点关门',
  '三只猫和一台旧收音机',
  '我在深圳看过三次海',
  '王伟家的狗叫豆豆',
  '落霞与孤鹜齐飞，秋水',
  '锅炉房里有八只温度计',
  '正确马电池订书钉',
  'shui ping ru jing yue ru gou',
  'ta zuotian mai le liang ba san',
  'hangzhou xi hu de duan qiao can xue',
  'wo zai shenzhen kan guo san ci hai',
  'correct horse battery staple',
  'walnut tundra clarinet',
  'purple-kettle-orbit',
  'zebra.cactus.violin',
  'lantern7gravel7otter',
  'jumpy otter basket',
  'dragon sofa lettuce quilt',
  'mydogatethreesocks',
  'the rain fell on tuesday',
  'Vier Kerzen im Fenster',
  'we were there where trees were',
  'xkqvtzpw',
  'kX9#mP2v',
  'x7Kp2mQz',
  'a8f3k2m9',
  '3f9a0b72',
  '9rT$kQm2',
  'Ljk82hsQ',
  'nu7Xq!vb',
  'Hm4!tQz8Lw',
  'tr0ub4dor&3x',
  'oqBz-7Yxe-Kp3d',
  'm3tq-vv81-oo2z',
  'f47ac10b-58cc-4372',
  'Zq8vN2xRw5Tj',
  'vLp93KdXs0',
  'ghj2-Rtw9-pMxc',
  '5VnB8sQw2LxD',
]

test('a phrase, some words and what a program generated may be used', async () => {
  for (const password of HONEST) expect(await faultOf(password), password).toBeUndefined()
})

test('the longest password is judged in an instant, whatever it is made of', async () => {
  const parts = ['a', '1a', '._', 'ab1!', '1qaz', 'qwerty', 'wangwei', 'abcdefghijkl', '长']
  await faultOf('1qaz@WSX3edc')
  for (const part of parts) {
    const before = process.cpuUsage()
    await faultOf([...part.repeat(128)].slice(0, 128).join(''))
    expect(process.cpuUsage(before).user, part).toBeLessThan(500_000)
  }
})

test('wherever somebody chooses a password', async () => {
  const weak = 'Football2026'
  const both = { newPwd: weak, confirmPwd: weak }
  const { api, phone, userName } = await signUp(site)
  await advanceTime(site, 1)
  const from = site.from(newAddress())
  const [own] = (await site.services.db.execute<{ id: number }>(`select id from account where user_name = 'editor'`))
    .rows
  const link = await makeEntryLink(site.ctx(), { purpose: 'reset', accountId: own!.id })
  const answers = [
    await api.post('/member/changePwd', { oldPwd: PASSWORD, ...both }),
    await api.post('/member/changePwdByCode', { phone, code: '000000', ...both }),
    await from.post('/pwd/resetByCode', { phone, code: '000000', ...both }),
    await from.post('/staff/entry/use', { token: link.split('#')[1], ...both }),
  ]
  for (const { code, data } of answers)
    expect([code, data?.fields.newPwd]).toEqual([400, expect.stringContaining('太常见')])
  const form = { accountType: 'person', userName: `${userName}x`, phone, code: '0', agree: [], realName: '李晓明' }
  expect((await from.post('/register', { ...form, password: weak })).data.fields.password).toContain('太常见')
})
