import { generateKeyPairSync } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { environment, readConfig } from './config.ts'

const root = resolve(import.meta.dirname, '../../../..')
const example = readFileSync(resolve(root, '.env.example'), 'utf8')

test('.env.example lists every variable, each under a comment of its own', () => {
  const listed = example.split('\n\n').flatMap(block => {
    const lines = block.trim().split('\n')
    const [, name] = lines.at(-1)!.match(/^#(\w+)=/) ?? []
    return name ? [{ name, explained: /^# .*\p{Script=Han}/u.test(lines[0]!) && lines.length > 1 }] : []
  })
  expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(environment.shape).sort())
  expect(listed.filter(({ explained }) => !explained)).toEqual([])
})

test('nothing but config.ts reads the environment, save for React’s own switch and what the typesetter reads itself', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(file => !/\.test\.ts$|config\.ts$/.test(file))
  const readers = files.flatMap(file =>
    Array.from(readFileSync(resolve(root, file), 'utf8').matchAll(/process\.env\.(\w+)/g), ([, name]) => [file, name]),
  )
  expect(readers.filter(([, name]) => name !== 'NODE_ENV' && name !== 'FONTCONFIG_FILE')).toEqual([])
})

test('an empty value is no value, and the address visitors use has no slash at its end', () => {
  expect(readConfig({ PORT: '', DEMO: '', PUBLIC_URL: 'https://www.example.com//' })).toMatchObject({
    port: 3000,
    demo: undefined,
    publicUrl: 'https://www.example.com',
  })
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test('a real site on the built-in PostgreSQL archives its log by itself; a demo, a trial and another PostgreSQL do not', () => {
  const archives = (env: Record<string, string | undefined>) => readConfig(env).backup.wal
  expect(archives({ PUBLIC_URL: 'https://www.example.com' })).toBe('folder')
  expect(archives({ DEMO: '0' })).toBe('folder')
  for (const env of [
    {},
    { DEMO: '1' },
    { DEMO: '0', TRIAL: '1' },
    { DEMO: '0', BACKUP_AT: 'off' },
    { DEMO: '0', WAL_ARCHIVE: 'off' },
  ])
    expect(archives(env), JSON.stringify(env)).toBeUndefined()
  expect(archives({ PUBLIC_URL: 'https://www.example.com', DATABASE_URL: 'postgres://a@localhost/a' })).toBeUndefined()
})

test('a secret may stand in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hangxie-secrets-'))
  const path = join(folder, 'token')
  writeFileSync(path, 'of sixteen letters\n')
  expect(readConfig({ METRICS_TOKEN_FILE: path }).metricsToken).toBe('of sixteen letters')
  expect(() => readConfig({ METRICS_TOKEN_FILE: path, METRICS_TOKEN: 'another of sixteen' })).toThrow('只能设置一个')
  rmSync(folder, { recursive: true })
  expect(() => readConfig({ METRICS_TOKEN_FILE: path })).toThrow('METRICS_TOKEN_FILE 所指的文件')
})

test('every variable that is wrong is named, in one Chinese sentence', () => {
  expect(() => readConfig({ PORT: '-1', DEMO: 'yes', TRUST_PROXY: '10.0.0.0/8, all' })).toThrow(
    /^配置有误：PORT 应为[^；]*；TRUST_PROXY 应为[^；]*；DEMO 应为[^；]*。$/,
  )
})

test('what contradicts is refused in one sentence that names both, and says how it is meant', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const account = {
    WECHAT_APP_ID: 'wxaccount1',
    WECHAT_APP_SECRET: 's',
    WECHAT_TOKEN: 'abc',
    WECHAT_AES_KEY: 'a'.repeat(43),
  }
  const pay = (WECHATPAY_APPID: string) => ({
    WECHATPAY_MCHID: '1900000001',
    WECHATPAY_APPID,
    WECHATPAY_SERIAL: '5A5A5A5A5A',
    WECHATPAY_PRIVATE_KEY: privateKey,
    WECHATPAY_V3_KEY: 'a'.repeat(32),
    WECHATPAY_PUBLIC_KEY: publicKey,
    WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  })
  const inside = (env: Record<string, string>) => readConfig(env).payments.wechatPay!.isInside
  expect(() => readConfig({ ...account, ...pay('wxmerchant') })).toThrow(
    /^配置有误：WECHATPAY_APPID（wxmerchant）与 WECHAT_APP_ID（wxaccount1）不同.+请设 WECHATPAY_INSIDE=off。$/,
  )
  expect(inside({ ...account, ...pay('wxaccount1') })).toBe(true)
  expect(inside({ ...account, ...pay('wxaccount1'), WECHATPAY_INSIDE: 'off' })).toBe(false)
  expect(inside({ ...account, ...pay('wxmerchant'), WECHATPAY_INSIDE: 'off' })).toBe(false)
  // Payment inside WeChat needs a service account, which identifies the payer.
  expect(inside(pay('wxmerchant'))).toBe(false)
  expect(() => readConfig({ SM2_KEY: '/a', SM2_CERTIFICATE: '/b' })).toThrow('配置有误：还需要设置 SM2_SEAL。')
  expect(readConfig({ SM2_KEY: '/a', SM2_CERTIFICATE: '/b', SM2_SEAL: 'off' }).seals).toBeUndefined()
})

test('mail goes encrypted unless the server is this machine, or somebody says otherwise', () => {
  const requiresTls = (SMTP_URL: string, SMTP_TLS?: string) =>
    readConfig({ SMTP_URL, SMTP_TLS, MAIL_FROM: 'a@example.com' }).smtp!.requiresTls
  expect([requiresTls('smtp://mail.example.com'), requiresTls('smtp://10.0.0.5:25')]).toEqual([true, true])
  expect([requiresTls('smtp://localhost'), requiresTls('smtp://127.0.0.1:25'), requiresTls('smtp://[::1]')]).toEqual([
    false,
    false,
    false,
  ])
  expect([requiresTls('smtp://mail.example.com', 'off'), requiresTls('smtp://localhost', 'on')]).toEqual([false, true])
})
